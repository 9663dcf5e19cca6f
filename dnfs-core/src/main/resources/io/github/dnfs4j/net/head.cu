// The last products of a readout and their difference between a value and the present one, one warp a row:
//   v(tau) = omega_tau' h + (gain' h + offset) c(tau),   g(tau) = v(tau) - v(x)
// h bf16 [rows, 2 pairs]; where normal, it is normalised first. omega fp32 [2 pairs, states], gain fp32 [2 pairs] and
// c fp32 [rows, states], both or none; x [rows], or none: then g(tau) = v(tau); g fp32 [rows, states], states <= 16

extern "C" __global__ void head(const unsigned *h, const float *omega, const float *gain, const float *c,
        const int64 *x, float *g, unsigned rows, unsigned pairs, unsigned states, int normal, float epsilon,
        float offset) {
    unsigned row = self() / 32;
    unsigned lane = threadIdx.x % 32;
    if (row >= rows) {
        return;
    }
    h += (int64) row * pairs;
    float mean = 0;
    float scale = 1;
    if (normal) {
        float sum = 0;
        for (unsigned k = lane; k < pairs; k += 32) {
            sum += low(h[k]) + high(h[k]);
        }
        mean = warpSum(sum) / (2 * pairs);
        float squares = 0;
        for (unsigned k = lane; k < pairs; k += 32) {
            squares += square(h[k], mean);
        }
        scale = rsqrtf(warpSum(squares) / (2 * pairs) + epsilon);
    }
    float gained = 0;
    if (gain) {
        for (unsigned k = lane; k < pairs; k += 32) {
            gained += low(h[k]) * gain[2 * k] + high(h[k]) * gain[2 * k + 1];
        }
        gained = warpSum(gained) + offset;
    }
    float mine = 0;
    for (unsigned s = 0; s < states; s++) {
        float v = 0;
        for (unsigned k = lane; k < pairs; k += 32) {
            v += (low(h[k]) - mean) * omega[2 * k * states + s] + (high(h[k]) - mean) * omega[(2 * k + 1) * states + s];
        }
        v = warpSum(v) * scale + (gain ? gained * c[(int64) row * states + s] : 0);
        if (lane == s) {
            mine = v;
        }
    }
    float present = x ? __shfl_sync(0xffffffffu, mine, (int) x[row]) : 0;
    if (lane < states) {
        g[(int64) row * states + lane] = mine - present;
    }
}
