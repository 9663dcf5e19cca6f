// y = (x - mean) / sqrt(variance + epsilon) over rows of up to 1,024 bf16 numbers, one warp a row.
// x, y [rows, 2 pairs]
extern "C" __global__ void normalise(const unsigned *x, unsigned *y, int64 rows, int pairs, float epsilon) {
    int64 row = self() / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows) {
        return;
    }
    x += row * pairs;
    y += row * pairs;
    unsigned v[16];
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 16; k++) {
        if (lane + 32 * k < pairs) {
            v[k] = x[lane + 32 * k];
            sum += low(v[k]) + high(v[k]);
        }
    }
    float mean = warpSum(sum) / (2 * pairs);
    float squares = 0;
#pragma unroll
    for (int k = 0; k < 16; k++) {
        if (lane + 32 * k < pairs) {
            float a = low(v[k]) - mean;
            float b = high(v[k]) - mean;
            squares += a * a + b * b;
        }
    }
    float scale = rsqrtf(warpSum(squares) / (2 * pairs) + epsilon);
#pragma unroll
    for (int k = 0; k < 16; k++) {
        if (lane + 32 * k < pairs) {
            y[lane + 32 * k] = pack((low(v[k]) - mean) * scale, (high(v[k]) - mean) * scale);
        }
    }
}

__device__ __forceinline__ float gelu(float x) { return 0.5f * x * (1 + erff(x * 0.70710678f)); }

__device__ __forceinline__ unsigned geluPair(unsigned x, unsigned b) {
    return pack(gelu(low(x) + low(b)), gelu(high(x) + high(b)));
}

// x <- gelu(x + b) in place; x [groups, rows, 8 width], b [groups, 8 width] in bf16, eight numbers a thread.
extern "C" __global__ void biasGelu(uint4 *x, const uint4 *b, int64 groups, int64 rows, int width) {
    int64 k = self();
    if (k >= groups * rows * width) {
        return;
    }
    uint4 v = x[k];
    uint4 c = b[k / (rows * width) * width + k % width];
    v.x = geluPair(v.x, c.x);
    v.y = geluPair(v.y, c.y);
    v.z = geluPair(v.z, c.z);
    v.w = geluPair(v.w, c.w);
    x[k] = v;
}
