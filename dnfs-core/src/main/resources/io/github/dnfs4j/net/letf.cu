// What leTF does between its matrix products, and the gradients of its readout. Both streams of n states of d sites are stored as
// [2, n, d, ..]; the second runs from the last site to the first: its slot d - 1 - i belongs to site i. A thread works on
// eight channels.

__device__ __forceinline__ uint4 addEight(uint4 a, uint4 b) {
    a.x = add(a.x, b.x);
    a.y = add(a.y, b.y);
    a.z = add(a.z, b.z);
    a.w = add(a.w, b.w);
    return a;
}

__device__ __forceinline__ unsigned addThree(unsigned a, unsigned b, unsigned c) {
    return pack(low(a) + low(b) + low(c), high(a) + high(b) + high(c));
}

// Tokens shifted by one slot, their places and the time. x [n, d], token [states + 1, 8 eights],
// position [2, sites, 8 eights], time [n, 8 eights], out [2, n, d, 8 eights]
extern "C" __global__ void embed(const int64 *x, const uint4 *token, const uint4 *position, const uint4 *time,
        uint4 *out, unsigned n, unsigned d, unsigned sites, unsigned states, unsigned eights) {
    unsigned k = self();
    unsigned channel = k % eights;
    unsigned row = k / eights;
    unsigned slot = row % d;
    unsigned state = row / d;
    if (state >= 2 * n) {
        return;
    }
    bool right = state >= n;
    state -= right ? n : 0;
    unsigned before = right ? d - slot : slot - 1;
    unsigned value = slot == 0 ? states : x[(int64) state * d + before];
    uint4 a = token[value * eights + channel];
    uint4 b = position[((right ? 2 * sites - d : 0) + slot) * eights + channel];
    uint4 c = time[state * eights + channel];
    a.x = addThree(a.x, b.x, c.x);
    a.y = addThree(a.y, b.y, c.y);
    a.z = addThree(a.z, b.z, c.z);
    a.w = addThree(a.w, b.w, c.w);
    out[k] = a;
}

// q_i = q^L_i + q^R_i, written to the slots of both streams. qkv [2, n, d, 3, 8 eights], in place
extern "C" __global__ void queries(uint4 *qkv, unsigned n, unsigned d, unsigned eights) {
    unsigned k = self();
    unsigned channel = k % eights;
    unsigned row = k / eights;
    if (row >= n * d) {
        return;
    }
    unsigned turned = row / d * d + d - 1 - row % d;
    uint4 *left = qkv + (int64) row * 3 * eights + channel;
    uint4 *right = qkv + ((int64) n * d + turned) * 3 * eights + channel;
    *left = *right = addEight(*left, *right);
}

__device__ __forceinline__ unsigned mix(unsigned a, unsigned b, float share) {
    return pack(low(b) + share * (low(a) - low(b)), high(b) + share * (high(a) - high(b)));
}

__device__ __forceinline__ unsigned mean(unsigned a, unsigned b) {
    return pack(0.70710678f * (low(a) + low(b)), 0.70710678f * (high(a) + high(b)));
}

// Attention over the keys of both streams from that over each, and the sum of the streams themselves over sqrt 2.
// seen, streams [2, n, d, heads, 8 eights], logSum [2, n, heads, d] fp32, both, own [n, d, heads, 8 eights]
extern "C" __global__ void join(const uint4 *seen, const float *logSum, const uint4 *streams, uint4 *both, uint4 *own,
        unsigned n, unsigned d, unsigned heads, unsigned eights) {
    unsigned k = self();
    unsigned channel = k % (heads * eights);
    unsigned row = k / (heads * eights);
    if (row >= n * d) {
        return;
    }
    unsigned state = row / d;
    unsigned site = row % d;
    unsigned head = channel / eights;
    int64 right = ((int64) (n + state) * d + d - 1 - site) * heads * eights + channel;
    float share = 1 / (1 + expf(logSum[((int64) (n + state) * heads + head) * d + d - 1 - site]
            - logSum[((int64) state * heads + head) * d + site]));
    uint4 a = seen[k];
    uint4 b = seen[right];
    a.x = mix(a.x, b.x, share);
    a.y = mix(a.y, b.y, share);
    a.z = mix(a.z, b.z, share);
    a.w = mix(a.w, b.w, share);
    both[k] = a;
    a = streams[k];
    b = streams[right];
    a.x = mean(a.x, b.x);
    a.y = mean(a.y, b.y);
    a.z = mean(a.z, b.z);
    a.w = mean(a.w, b.w);
    own[k] = a;
}

// What the gradients of attention over each stream need: of dL/dattended, of what both streams together gave and of its
// log sum, each in the order of the slots of either. of, both [n, d, heads, 8 eights], logSum, joint [2, n, heads, d],
// ofSeen, seen [2, n, d, heads, 8 eights]
extern "C" __global__ void part(const uint4 *of, const uint4 *both, const float *logSum, uint4 *ofSeen, uint4 *seen,
        float *joint, unsigned n, unsigned d, unsigned heads, unsigned eights) {
    unsigned k = self();
    unsigned channel = k % (heads * eights);
    unsigned row = k / (heads * eights);
    if (row >= n * d) {
        return;
    }
    unsigned state = row / d;
    unsigned site = row % d;
    int64 right = ((int64) (n + state) * d + d - 1 - site) * heads * eights + channel;
    ofSeen[k] = ofSeen[right] = of[k];
    seen[k] = seen[right] = both[k];
    if (channel % eights == 0) {
        unsigned head = channel / eights;
        int64 a = ((int64) state * heads + head) * d + site;
        int64 b = ((int64) (n + state) * heads + head) * d + d - 1 - site;
        float larger = fmaxf(logSum[a], logSum[b]);
        joint[a] = joint[b] = larger + log1pf(expf(-fabsf(logSum[a] - logSum[b])));
    }
}

// dL/dqkv from those of the queries, keys and values of each stream, where both streams' queries of a site were added up.
// q, k, v [2, n, d, 8 eights], out [2, n, d, 3, 8 eights]
extern "C" __global__ void collect(const uint4 *q, const uint4 *k, const uint4 *v, uint4 *out, unsigned n, unsigned d,
        unsigned eights) {
    unsigned index = self();
    unsigned channel = index % eights;
    unsigned row = index / eights;
    if (row >= n * d) {
        return;
    }
    int64 turned = (int64) n * d + row / d * d + d - 1 - row % d;
    int64 right = turned * eights + channel;
    uint4 *first = out + (int64) row * 3 * eights + channel;
    uint4 *second = out + turned * 3 * eights + channel;
    *first = *second = addEight(q[index], q[right]);
    first[eights] = k[index];
    second[eights] = k[right];
    first[2 * eights] = v[index];
    second[2 * eights] = v[right];
}

// The gradient of both streams from that of their sum over sqrt 2: of [n, d, 8 eights], out [2, n, d, 8 eights]
extern "C" __global__ void halves(const uint4 *of, uint4 *out, unsigned n, unsigned d, unsigned eights) {
    unsigned k = self();
    unsigned row = k / eights;
    if (row >= n * d) {
        return;
    }
    uint4 g = of[k];
    g.x = mean(g.x, 0);
    g.y = mean(g.y, 0);
    g.z = mean(g.z, 0);
    g.w = mean(g.w, 0);
    out[k] = out[((int64) n * d + row / d * d + d - 1 - row % d) * eights + k % eights] = g;
}

#define MOST_TOKENS 4

// Parts of the gradient of the tokens from g = dL/dout of embed: the sums over the slots that hold each value. A block has
// the rows part, part + gridDim.x, .. by bundles of 256 / eights, with a thread for eight channels of each.
// x [n, d], g [2 n d, 8 eights], sums fp32 [gridDim.x, states + 1, 8 eights]; states < 4, eights <= 256
extern "C" __global__ void tokenParts(const int64 *x, const uint4 *g, float *sums, unsigned n, unsigned d,
        unsigned states, unsigned eights) {
    __shared__ float shared[256][9];
    unsigned bundle = 256 / eights;
    unsigned mine = threadIdx.x / eights;
    unsigned channel = threadIdx.x % eights;
    float all[MOST_TOKENS][8];
#pragma unroll
    for (unsigned v = 0; v < MOST_TOKENS; v++) {
#pragma unroll
        for (unsigned j = 0; j < 8; j++) {
            all[v][j] = 0;
        }
    }
    for (unsigned row = blockIdx.x * bundle + mine; mine < bundle && row < 2 * n * d; row += gridDim.x * bundle) {
        unsigned slot = row % d;
        unsigned state = row / d;
        unsigned before = state >= n ? d - slot : slot - 1;
        unsigned value = slot == 0 ? states : x[(int64) (state >= n ? state - n : state) * d + before];
        uint4 a = g[(int64) row * eights + channel];
        float of[8] = {low(a.x), high(a.x), low(a.y), high(a.y), low(a.z), high(a.z), low(a.w), high(a.w)};
#pragma unroll
        for (unsigned v = 0; v < MOST_TOKENS; v++) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                all[v][j] += value == v ? of[j] : 0;
            }
        }
    }
#pragma unroll
    for (unsigned v = 0; v < MOST_TOKENS; v++) {
        if (v <= states) {
#pragma unroll
            for (unsigned j = 0; j < 8; j++) {
                shared[threadIdx.x][j] = all[v][j];
            }
            __syncthreads();
            for (unsigned k = threadIdx.x; k < 8 * eights; k += 256) {
                float sum = 0;
                for (unsigned j = 0; j < bundle; j++) {
                    sum += shared[j * eights + k / 8][k % 8];
                }
                sums[((int64) blockIdx.x * (states + 1) + v) * 8 * eights + k] = sum;
            }
            __syncthreads();
        }
    }
}
