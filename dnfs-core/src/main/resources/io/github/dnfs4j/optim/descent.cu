// A step of Descent on flat fp32 tensors of `count` weights: squares, verdict, step.

// The sum over the threads of a block of 128, in thread 0.
__device__ double blockSum(double v) {
    __shared__ double sums[4];
    v = warpSum(v);
    if (threadIdx.x % 32 == 0) {
        sums[threadIdx.x / 32] = v;
    }
    __syncthreads();
    return sums[0] + sums[1] + sums[2] + sums[3];
}

// The sum of squares of every gridDim.x-th part of the gradients g; parts [gridDim.x]
extern "C" __global__ void squares(const float *g, double *parts, unsigned count) {
    double sum = 0;
    for (unsigned k = self(); k < count; k += gridDim.x * blockDim.x) {
        sum += (double) g[k] * g[k];
    }
    sum = blockSum(sum);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = sum;
    }
}

// Whether the step is made, and what it needs to know: ok, the norm, the factor that clips it, 1 - 0.9^k and 1 - 0.999^k;
// one block. verdict [5], parts [128], loss [], updates k [], skipped in all and in a row [2]
extern "C" __global__ void verdict(const double *parts, const double *loss, double *updates, double *skipped,
        double *verdict, double clip) {
    double norm = sqrt(blockSum(parts[threadIdx.x]));
    if (threadIdx.x == 0) {
        // Infinite or NaN less itself is NaN.
        bool ok = *loss - *loss == 0 && norm - norm == 0;
        double k = *updates + (ok ? 1 : 0);
        *updates = k;
        k = k < 1 ? 1 : k;
        skipped[0] += ok ? 0 : 1;
        skipped[1] = ok ? 0 : skipped[1] + 1;
        double scale = clip / (norm < 1e-12 ? 1e-12 : norm);
        verdict[0] = ok ? 1 : 0;
        verdict[1] = norm;
        verdict[2] = scale < 1 ? scale : 1;
        verdict[3] = 1 - pow(0.9, k);
        verdict[4] = 1 - pow(0.999, k);
    }
}

// AdamW's update of the weights w with moments m and v, and of their average a, if any; rate, share []
extern "C" __global__ void step(const float *g, float *w, float *m, float *v, float *a, const double *verdict,
        const double *rate, const double *share, unsigned count, double decay) {
    unsigned k = self();
    if (k >= count || verdict[0] == 0) {
        return;
    }
    float scaled = g[k] * (float) verdict[2];
    float first = m[k] + 0.1f * (scaled - m[k]);
    float second = v[k] + 0.001f * (scaled * scaled - v[k]);
    m[k] = first;
    v[k] = second;
    float deviation = sqrtf(second / (float) verdict[4]) + 1e-8f;
    float next = w[k] * (float) (1 - *rate * decay) - first / deviation * (float) (*rate / verdict[3]);
    w[k] = next;
    if (a) {
        a[k] += (float) *share * (next - a[k]);
    }
}
