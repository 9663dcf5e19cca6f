// Put before every source: NVRTC has no headers of its own.
// bf16 numbers come in pairs, one 32-bit word each; arithmetic is in fp32.

typedef long long int64;

__device__ __forceinline__ float low(unsigned pair) { return __uint_as_float(pair << 16); }

__device__ __forceinline__ float high(unsigned pair) { return __uint_as_float(pair & 0xffff0000u); }

__device__ __forceinline__ unsigned pack(float low, float high) {
    unsigned pair;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
}

__device__ __forceinline__ unsigned add(unsigned a, unsigned b) { return pack(low(a) + low(b), high(a) + high(b)); }

__device__ __forceinline__ float square(unsigned pair, float mean) {
    return (low(pair) - mean) * (low(pair) - mean) + (high(pair) - mean) * (high(pair) - mean);
}

// The number of this thread in the whole grid.
__device__ __forceinline__ int64 self() { return blockIdx.x * (int64) blockDim.x + threadIdx.x; }

// The sum over groups of `lanes` neighbouring threads of a warp, a power of two; all threads of the warp take part.
template <typename T>
__device__ __forceinline__ T laneSum(T v, int lanes) {
    for (int k = lanes / 2; k > 0; k /= 2) {
        v += __shfl_xor_sync(0xffffffffu, v, k);
    }
    return v;
}

template <typename T>
__device__ __forceinline__ T warpSum(T v) {
    return laneSum(v, 32);
}

// What parts add up to, a warp a number, in an order that does not change: sums [parts, count], out [count]
extern "C" __global__ void partSums(const float *sums, float *out, unsigned parts, unsigned count) {
    unsigned k = self() / 32;
    if (k >= count) {
        return;
    }
    float all = 0;
#pragma unroll 4
    for (unsigned part = threadIdx.x % 32; part < parts; part += 32) {
        all += sums[(int64) part * count + k];
    }
    all = warpSum(all);
    if (threadIdx.x % 32 == 0) {
        out[k] = all;
    }
}
