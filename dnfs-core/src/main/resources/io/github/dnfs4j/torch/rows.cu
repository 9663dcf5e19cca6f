// Rows of bf16 numbers, read and written by eight. Indices are 32 bits wide: divisions of wider ones take longer than
// everything else here.

// y = (x - mean) / sqrt(variance + epsilon); x, y [rows, 8 eights]. A row belongs to `lanes` threads of a warp, a power
// of two, each of which holds up to four times eight numbers of it.
extern "C" __global__ void normalise(const uint4 *x, uint4 *y, unsigned rows, unsigned eights, unsigned lanes,
        float epsilon) {
    unsigned row = self() / lanes;
    unsigned lane = threadIdx.x % lanes;
    bool here = row < rows;
    x += row * (int64) eights;
    y += row * (int64) eights;
    uint4 v[4];
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        if (here && lane + k * lanes < eights) {
            v[k] = x[lane + k * lanes];
            sum += low(v[k].x) + high(v[k].x) + low(v[k].y) + high(v[k].y) + low(v[k].z) + high(v[k].z) + low(v[k].w)
                    + high(v[k].w);
        }
    }
    float mean = laneSum(sum, lanes) / (8 * eights);
    float squares = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        if (here && lane + k * lanes < eights) {
            squares += square(v[k].x, mean) + square(v[k].y, mean) + square(v[k].z, mean) + square(v[k].w, mean);
        }
    }
    float scale = rsqrtf(laneSum(squares, lanes) / (8 * eights) + epsilon);
#pragma unroll
    for (int k = 0; k < 4; k++) {
        if (here && lane + k * lanes < eights) {
            uint4 r;
            r.x = pack((low(v[k].x) - mean) * scale, (high(v[k].x) - mean) * scale);
            r.y = pack((low(v[k].y) - mean) * scale, (high(v[k].y) - mean) * scale);
            r.z = pack((low(v[k].z) - mean) * scale, (high(v[k].z) - mean) * scale);
            r.w = pack((low(v[k].w) - mean) * scale, (high(v[k].w) - mean) * scale);
            y[lane + k * lanes] = r;
        }
    }
}

// x Phi(x), with half of erfc(|x| / sqrt 2) to 1e-7 by formula 7.1.26 of Abramowitz and Stegun: erff itself would take
// longer than reading and writing the numbers.
__device__ __forceinline__ float gelu(float x) {
    float y = 0.70710678f * fabsf(x);
    float t = __fdividef(1, 1 + 0.3275911f * y);
    float poly = t * (0.127414796f + t * (-0.142248368f + t * (0.710706871f + t * (-0.726576014f + t * 0.530702715f))));
    float tail = poly * __expf(-y * y);
    return x > 0 ? x - x * tail : x * tail;
}

__device__ __forceinline__ unsigned geluPair(unsigned x, unsigned b) {
    return pack(gelu(low(x) + low(b)), gelu(high(x) + high(b)));
}

// x <- gelu(x + b) in place; x [groups, `group` eights], b [groups, 8 eights], again and again along a group; `all` eights
// in x.
extern "C" __global__ void plusGelu(uint4 *x, const uint4 *b, unsigned all, unsigned group, unsigned eights) {
    unsigned k = self();
    if (k >= all) {
        return;
    }
    uint4 v = x[k];
    uint4 c = b[k / group * eights + k % group % eights];
    v.x = geluPair(v.x, c.x);
    v.y = geluPair(v.y, c.y);
    v.z = geluPair(v.z, c.z);
    v.w = geluPair(v.w, c.w);
    x[k] = v;
}
