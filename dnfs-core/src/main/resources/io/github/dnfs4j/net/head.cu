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

#define MOST_VALUES 4
#define MOST_PAIRS 4

// dL/dh from of = dL/dg, and parts of the gradients of omega and gain. A warp goes through the rows w, w + warps, ..; with
// u(tau) = dL/dv(tau), and u(states) = sum over tau of c(tau) u(tau) for the gain, the last of `columns` = states or
// states + 1 columns, of which there are at most 4, as there are of pairs a thread:
//   dL/dy = [omega, gain] u,   dL/d[omega, gain] = sum over rows of y u',   y = h or normalise(h)
// dh bf16 [rows, 2 pairs], sums fp32 [gridDim.x, 2 pairs, columns]
extern "C" __global__ void headGradient(const unsigned *h, const float *omega, const float *gain, const float *c,
        const int64 *x, const float *of, unsigned *dh, float *sums, unsigned rows, unsigned pairs, unsigned states,
        int normal, float epsilon) {
    __shared__ float all[MOST_PAIRS * 64 * MOST_VALUES];
    unsigned lane = threadIdx.x % 32;
    unsigned columns = gain ? states + 1 : states;
    // low, high of each pair: what multiplies u, and its gradient
    float w[MOST_PAIRS][2][MOST_VALUES];
    float dw[MOST_PAIRS][2][MOST_VALUES];
#pragma unroll
    for (unsigned p = 0; p < MOST_PAIRS; p++) {
#pragma unroll
        for (unsigned j = 0; j < 2; j++) {
#pragma unroll
            for (unsigned s = 0; s < MOST_VALUES; s++) {
                unsigned channel = 2 * (lane + 32 * p) + j;
                bool there = lane + 32 * p < pairs && s < columns;
                w[p][j][s] = !there ? 0 : s < states ? omega[channel * states + s] : gain[channel];
                dw[p][j][s] = 0;
            }
        }
    }
    for (unsigned row = self() / 32; row < rows; row += gridDim.x * (blockDim.x / 32)) {
        float y[MOST_PAIRS][2];
        float sum = 0;
#pragma unroll
        for (unsigned p = 0; p < MOST_PAIRS; p++) {
            unsigned v = lane + 32 * p < pairs ? h[(int64) row * pairs + lane + 32 * p] : 0;
            y[p][0] = low(v);
            y[p][1] = high(v);
            sum += y[p][0] + y[p][1];
        }
        float scale = 1;
        if (normal) {
            float mean = warpSum(sum) / (2 * pairs);
            float squares = 0;
#pragma unroll
            for (unsigned p = 0; p < MOST_PAIRS; p++) {
                bool there = lane + 32 * p < pairs;
                y[p][0] = there ? y[p][0] - mean : 0;
                y[p][1] = there ? y[p][1] - mean : 0;
                squares += y[p][0] * y[p][0] + y[p][1] * y[p][1];
            }
            scale = rsqrtf(warpSum(squares) / (2 * pairs) + epsilon);
        }
        float mine = lane < states ? of[(int64) row * states + lane] : 0;
        if (x) {
            float total = warpSum(mine);
            mine -= lane == (unsigned) x[row] ? total : 0;
        }
        if (gain) {
            float forGain = warpSum(lane < states ? mine * c[(int64) row * states + lane] : 0.0f);
            mine = lane == states ? forGain : mine;
        }
        float u[MOST_VALUES];
#pragma unroll
        for (unsigned s = 0; s < MOST_VALUES; s++) {
            u[s] = __shfl_sync(0xffffffffu, mine, s);
        }
        float dy[MOST_PAIRS][2];
        float ofDy = 0;
        float along = 0;
#pragma unroll
        for (unsigned p = 0; p < MOST_PAIRS; p++) {
#pragma unroll
            for (unsigned j = 0; j < 2; j++) {
                y[p][j] *= scale;
                dy[p][j] = 0;
#pragma unroll
                for (unsigned s = 0; s < MOST_VALUES; s++) {
                    dy[p][j] += w[p][j][s] * u[s];
                    dw[p][j][s] += y[p][j] * u[s];
                }
                ofDy += dy[p][j];
                along += dy[p][j] * y[p][j];
            }
        }
        if (normal) {
            ofDy = warpSum(ofDy) / (2 * pairs);
            along = warpSum(along) / (2 * pairs);
        }
#pragma unroll
        for (unsigned p = 0; p < MOST_PAIRS; p++) {
            if (lane + 32 * p < pairs) {
                dh[(int64) row * pairs + lane + 32 * p] = normal
                        ? pack(scale * (dy[p][0] - ofDy - y[p][0] * along), scale * (dy[p][1] - ofDy - y[p][1] * along))
                        : pack(dy[p][0], dy[p][1]);
            }
        }
    }
    // One warp after the other: the order of a sum decides on its last bits.
    for (unsigned warp = 0; warp < blockDim.x / 32; warp++) {
        if (threadIdx.x / 32 == warp) {
#pragma unroll
            for (unsigned p = 0; p < MOST_PAIRS; p++) {
#pragma unroll
                for (unsigned j = 0; j < 2; j++) {
#pragma unroll
                    for (unsigned s = 0; s < MOST_VALUES; s++) {
                        unsigned at = (2 * (lane + 32 * p) + j) * MOST_VALUES + s;
                        all[at] = (warp == 0 ? 0 : all[at]) + dw[p][j][s];
                    }
                }
            }
        }
        __syncthreads();
    }
    for (unsigned k = threadIdx.x; k < 2 * pairs * columns; k += blockDim.x) {
        sums[(int64) blockIdx.x * 2 * pairs * columns + k] = all[k / columns * MOST_VALUES + k % columns];
    }
}
