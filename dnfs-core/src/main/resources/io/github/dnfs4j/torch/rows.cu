// Rows of bf16 numbers, read and written by eight. Indices are 32 bits wide: divisions of wider ones take longer than
// everything else here.

__device__ __forceinline__ float sum(uint4 v) {
    return low(v.x) + high(v.x) + low(v.y) + high(v.y) + low(v.z) + high(v.z) + low(v.w) + high(v.w);
}

// y = s (x - mean),  s = 1 / sqrt(variance + epsilon); x, y [rows, 8 eights], scales [rows] or none. A row belongs to
// `lanes` threads of a warp, a power of two, each of which holds up to four times eight numbers of it.
extern "C" __global__ void normalise(const uint4 *x, uint4 *y, float *scales, unsigned rows, unsigned eights,
        unsigned lanes, float epsilon) {
    unsigned row = self() / lanes;
    unsigned lane = threadIdx.x % lanes;
    bool here = row < rows;
    x += row * (int64) eights;
    y += row * (int64) eights;
    uint4 v[4];
    float all = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        if (here && lane + k * lanes < eights) {
            v[k] = x[lane + k * lanes];
            all += sum(v[k]);
        }
    }
    float mean = laneSum(all, lanes) / (8 * eights);
    float squares = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        if (here && lane + k * lanes < eights) {
            squares += square(v[k].x, mean) + square(v[k].y, mean) + square(v[k].z, mean) + square(v[k].w, mean);
        }
    }
    float scale = rsqrtf(laneSum(squares, lanes) / (8 * eights) + epsilon);
    if (scales && here && lane == 0) {
        scales[row] = scale;
    }
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

__device__ __forceinline__ float dot(unsigned a, unsigned b) { return low(a) * low(b) + high(a) * high(b); }

__device__ __forceinline__ float dot(uint4 a, uint4 b) {
    return dot(a.x, b.x) + dot(a.y, b.y) + dot(a.z, b.z) + dot(a.w, b.w);
}

__device__ __forceinline__ unsigned normalGradient(unsigned g, unsigned y, unsigned more, float mean, float along,
        float scale) {
    return pack(low(more) + scale * (low(g) - mean - low(y) * along),
            high(more) + scale * (high(g) - mean - high(y) * along));
}

// dL/dx = s (g - mean g - y mean(g y)) of y = normalise(x), with g = dL/dy, y and s from there; added to what stands in
// out where `adds`. Rows and lanes as above; out may be g.
extern "C" __global__ void normaliseGradient(const uint4 *g, const uint4 *y, const float *scales, uint4 *out, int adds,
        unsigned rows, unsigned eights, unsigned lanes) {
    unsigned row = self() / lanes;
    unsigned lane = threadIdx.x % lanes;
    bool here = row < rows;
    g += row * (int64) eights;
    y += row * (int64) eights;
    out += row * (int64) eights;
    uint4 a[4];
    uint4 b[4];
    float ofG = 0;
    float ofBoth = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        if (here && lane + k * lanes < eights) {
            a[k] = g[lane + k * lanes];
            b[k] = y[lane + k * lanes];
            ofG += sum(a[k]);
            ofBoth += dot(a[k], b[k]);
        }
    }
    float mean = laneSum(ofG, lanes) / (8 * eights);
    float along = laneSum(ofBoth, lanes) / (8 * eights);
    float scale = here ? scales[row] : 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        if (here && lane + k * lanes < eights) {
            uint4 r = make_uint4(0, 0, 0, 0);
            if (adds) {
                r = out[lane + k * lanes];
            }
            r.x = normalGradient(a[k].x, b[k].x, r.x, mean, along, scale);
            r.y = normalGradient(a[k].y, b[k].y, r.y, mean, along, scale);
            r.z = normalGradient(a[k].z, b[k].z, r.z, mean, along, scale);
            r.w = normalGradient(a[k].w, b[k].w, r.w, mean, along, scale);
            out[lane + k * lanes] = r;
        }
    }
}

// Half of erfc(|x| / sqrt 2) to 1e-7 by formula 7.1.26 of Abramowitz and Stegun: erff itself would take longer than
// reading and writing the numbers. bell is exp(-x^2 / 2).
__device__ __forceinline__ float tail(float x, float bell) {
    float t = __fdividef(1, 1 + 0.3275911f * 0.70710678f * fabsf(x));
    return bell * t
            * (0.127414796f + t * (-0.142248368f + t * (0.710706871f + t * (-0.726576014f + t * 0.530702715f))));
}

// x Phi(x)
__device__ __forceinline__ float gelu(float x) {
    float below = tail(x, __expf(-0.5f * x * x));
    return x > 0 ? x - x * below : x * below;
}

// Phi(x) + x phi(x)
__device__ __forceinline__ float geluSlope(float x) {
    float bell = __expf(-0.5f * x * x);
    float below = tail(x, bell);
    return (x > 0 ? 1 - below : below) + 0.39894228f * x * bell;
}

__device__ __forceinline__ unsigned geluPair(unsigned x, unsigned b) {
    return pack(gelu(low(x) + low(b)), gelu(high(x) + high(b)));
}

// y = gelu(x + b), y may be x; x, y [groups, `group` eights], b [groups, 8 eights], again and again along a group, or
// none; `all` eights in x.
extern "C" __global__ void plusGelu(const uint4 *x, const uint4 *b, uint4 *y, unsigned all, unsigned group,
        unsigned eights) {
    unsigned k = self();
    if (k >= all) {
        return;
    }
    uint4 v = x[k];
    uint4 c = b ? b[k / group * eights + k % group % eights] : make_uint4(0, 0, 0, 0);
    v.x = geluPair(v.x, c.x);
    v.y = geluPair(v.y, c.y);
    v.z = geluPair(v.z, c.z);
    v.w = geluPair(v.w, c.w);
    y[k] = v;
}

// Sums of eight columns.
struct Eight {
    float v[8];

    __device__ __forceinline__ Eight() {
#pragma unroll
        for (int k = 0; k < 8; k++) {
            v[k] = 0;
        }
    }

    __device__ __forceinline__ void add(uint4 a) {
        v[0] += low(a.x);
        v[1] += high(a.x);
        v[2] += low(a.y);
        v[3] += high(a.y);
        v[4] += low(a.z);
        v[5] += high(a.z);
        v[6] += low(a.w);
        v[7] += high(a.w);
    }

    __device__ __forceinline__ uint4 packed() const {
        return make_uint4(pack(v[0], v[1]), pack(v[2], v[3]), pack(v[4], v[5]), pack(v[6], v[7]));
    }
};

__device__ __forceinline__ unsigned slopePair(unsigned g, unsigned x, unsigned b) {
    return pack(low(g) * geluSlope(low(x) + low(b)), high(g) * geluSlope(high(x) + high(b)));
}

__device__ __forceinline__ uint4 geluGradientOf(uint4 g, uint4 x, uint4 b) {
    g.x = slopePair(g.x, x.x, b.x);
    g.y = slopePair(g.y, x.y, b.y);
    g.z = slopePair(g.z, x.z, b.z);
    g.w = slopePair(g.w, x.w, b.w);
    return g;
}

// g <- g gelu'(x + b); shapes as in plusGelu
extern "C" __global__ void geluGradient(uint4 *g, const uint4 *x, const uint4 *b, unsigned all, unsigned group,
        unsigned eights) {
    unsigned k = self();
    if (k < all) {
        g[k] = geluGradientOf(g[k], x[k], b ? b[k / group * eights + k % group % eights] : make_uint4(0, 0, 0, 0));
    }
}

// The same with sums over the rows of a group, where rows are few: sums [groups, 8 eights] in bf16. A thread has eight
// columns.
extern "C" __global__ void geluGradientSummed(uint4 *g, const uint4 *x, const uint4 *b, uint4 *sums, unsigned groups,
        unsigned rows, unsigned eights) {
    unsigned k = self();
    if (k >= groups * eights) {
        return;
    }
    uint4 c = b[k];
    int64 at = (int64) (k / eights) * rows * eights + k % eights;
    Eight all;
    for (unsigned row = 0; row < rows; row++) {
        uint4 r = geluGradientOf(g[at], x[at], c);
        g[at] = r;
        all.add(r);
        at += eights;
    }
    sums[k] = all.packed();
}

// Sums over a part of the rows of a group, and where x is given, of g <- g gelu'(x + b) there. A block has the rows
// part, part + parts, .. by bundles of 256 / eights, with a thread for every eight columns of each; eights <= 256.
// g, x [groups, rows, 8 eights], b [groups, 8 eights], sums fp32 [groups, parts, 8 eights]; one block a part.
extern "C" __global__ void columnParts(uint4 *g, const uint4 *x, const uint4 *b, float *sums, unsigned rows,
        unsigned parts, unsigned eights) {
    __shared__ float shared[256][9];
    unsigned group = blockIdx.x / parts;
    unsigned bundle = 256 / eights;
    unsigned mine = threadIdx.x / eights;
    unsigned column = threadIdx.x % eights;
    Eight all;
    if (mine < bundle) {
        uint4 c = x ? b[group * eights + column] : make_uint4(0, 0, 0, 0);
        for (unsigned row = blockIdx.x % parts * bundle + mine; row < rows; row += parts * bundle) {
            int64 at = ((int64) group * rows + row) * eights + column;
            uint4 r = g[at];
            if (x) {
                r = geluGradientOf(r, x[at], c);
                g[at] = r;
            }
            all.add(r);
        }
    }
#pragma unroll
    for (int j = 0; j < 8; j++) {
        shared[threadIdx.x][j] = all.v[j];
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < 8 * eights; k += 256) {
        float v = 0;
        for (unsigned j = 0; j < bundle; j++) {
            v += shared[j * eights + k / 8][k % 8];
        }
        sums[(int64) blockIdx.x * 8 * eights + k] = v;
    }
}

// What the parts add up to, in bf16: sums fp32 [groups, parts, 2 pairs], out [groups, 2 pairs]; a warp a pair of columns,
// in an order that does not change.
extern "C" __global__ void columnSums(const float *sums, unsigned *out, unsigned groups, unsigned parts,
        unsigned pairs) {
    unsigned k = self() / 32;
    if (k >= groups * pairs) {
        return;
    }
    const float2 *from = (const float2 *) sums + (int64) (k / pairs) * parts * pairs + k % pairs;
    float2 all = make_float2(0, 0);
#pragma unroll 4
    for (unsigned part = threadIdx.x % 32; part < parts; part += 32) {
        float2 v = from[part * (int64) pairs];
        all.x += v.x;
        all.y += v.y;
    }
    all.x = warpSum(all.x);
    all.y = warpSum(all.y);
    if (threadIdx.x % 32 == 0) {
        out[k] = pack(all.x, all.y);
    }
}

// x <- x + b for rows x [rows, 8 eights] and b [8 eights]; `all` eights in x.
extern "C" __global__ void plusRow(uint4 *x, const uint4 *b, unsigned all, unsigned eights) {
    unsigned k = self();
    if (k < all) {
        uint4 v = x[k];
        uint4 c = b[k % eights];
        v.x = add(v.x, c.x);
        v.y = add(v.y, c.y);
        v.z = add(v.z, c.z);
        v.w = add(v.w, c.w);
        x[k] = v;
    }
}
