// The arithmetic of a step of the simulator, and of xi with its gradient. Rates are fp64 [n, d, S].

#define TINY 2.2250738585072014e-308

__device__ __forceinline__ float link(float g, int softplus) {
    // Not by fmaxf, which would make 0 of NaN: a network that diverged must be seen to have.
    return softplus ? (g > 20 ? g : log1pf(expf(g))) : (g < 0 ? 0 : g);
}

// The sum over the threads of a block, in thread 0.
__device__ double blockSum(double v) {
    __shared__ double parts[32];
    v = warpSum(v);
    if (threadIdx.x % 32 == 0) {
        parts[threadIdx.x / 32] = v;
    }
    __syncthreads();
    v = warpSum(threadIdx.x < blockDim.x / 32 ? parts[threadIdx.x] : 0.0);
    __syncthreads();
    return v;
}

// Both rates of every move with their floor, 0 for tau = x_i, and the sums over all moves of forward less reverse
// rates, without floor, once as they are and once with log ratios of at most clip; one block a state.
// g fp32 [n, d, S], logRatios [n, d, S], x [n, d], forward, reverse [n, d, S], flux, clipped [n]
extern "C" __global__ void rates(const float *g, const double *logRatios, const int64 *x, double *forward,
        double *reverse, double *flux, double *clipped, int d, int states, int softplus, double reversible,
        double constant, double clip) {
    int64 first = blockIdx.x * (int64) d * states;
    double sum = 0;
    double clippedSum = 0;
    for (int k = threadIdx.x; k < d * states; k += blockDim.x) {
        double ratio = logRatios[first + k];
        double away = link(g[first + k], softplus);
        double back = link(-g[first + k], softplus);
        // Infinite rates would be NaN where they meet a zero or each other; see Flow.LARGEST_LOG_RATIO.
        double odds = exp(ratio > 600 ? 600 : ratio);
        double returns = back * odds;
        sum += away - returns;
        clippedSum += away - (ratio > clip ? back * exp(clip) : returns);
        double floor = reversible / (1 + exp(-ratio)) + constant;
        bool stays = x[blockIdx.x * (int64) d + k / states] == k % states;
        forward[first + k] = stays ? 0 : away + floor;
        reverse[first + k] = stays ? 0 : returns + floor;
    }
    sum = blockSum(sum);
    clippedSum = blockSum(clippedSum);
    if (threadIdx.x == 0) {
        flux[blockIdx.x] = sum;
        clipped[blockIdx.x] = clippedSum;
    }
}

// The derivative of the link; of relu 0 at 0, as libtorch has it.
__device__ __forceinline__ float linkSlope(float g, int softplus) {
    return softplus ? (g > 20 ? 1 : 1 / (1 + expf(-g))) : (g > 0 ? 1 : 0);
}

// The sum over all moves of forward less reverse rates with log ratios of at most clip; one block a state.
// g fp32 [n, d, S], logRatios [n, d, S], sum [n]; moves = d S
extern "C" __global__ void flux(const float *g, const double *logRatios, double *sum, int moves, int softplus,
        double clip) {
    int64 first = blockIdx.x * (int64) moves;
    double all = 0;
    for (int k = threadIdx.x; k < moves; k += blockDim.x) {
        double ratio = logRatios[first + k];
        float v = g[first + k];
        all += link(v, softplus) - link(-v, softplus) * exp(ratio > clip ? clip : ratio);
    }
    all = blockSum(all);
    if (threadIdx.x == 0) {
        sum[blockIdx.x] = all;
    }
}

// Its gradient in g, fp32 [n, d, S], from that in the sum, [n]; `all` numbers in g.
extern "C" __global__ void fluxGradient(const float *g, const double *logRatios, const double *ofSum, float *gradient,
        int64 all, int moves, int softplus, double clip) {
    int64 k = self();
    if (k < all) {
        double ratio = logRatios[k];
        gradient[k] = ofSum[k / moves]
                * (linkSlope(g[k], softplus) + linkSlope(-g[k], softplus) * exp(ratio > clip ? clip : ratio));
    }
}

// The probability of leaving in a step, by the kernel: exponential or Euler's.
__device__ __forceinline__ double leave(double a, int euler) { return euler ? (a > 0.999 ? 0.999 : a) : -expm1(-a); }

// The next value of each site. factor, x, y, uniforms [n, d], dt []
extern "C" __global__ void step(const double *rates, const double *factor, const int64 *x, const double *uniforms,
        const double *dt, int64 *y, int64 n, int d, int states, int euler) {
    int64 k = self();
    if (k >= n * d) {
        return;
    }
    double scale = factor ? factor[k] : 1;
    double total = 0;
    for (int s = 0; s < states; s++) {
        total += rates[k * states + s] * scale;
    }
    double gone = leave(total * *dt, euler);
    int64 value = x[k];
    if (uniforms[k] < gone) {
        // Given u < gone, u / gone is uniform again.
        double place = uniforms[k] * total / gone;
        double passed = 0;
        value = 0;
        for (int s = 0; s < states; s++) {
            passed += rates[k * states + s] * scale;
            // The last value with a rate is where the sum is full.
            value += passed <= place && passed < total && s + 1 < states;
        }
    }
    y[k] = value;
}

// sum_n <- sum_n + sign * log F(y | x); one block a state, shapes as above, sum [n]
extern "C" __global__ void logProbability(const double *rates, const double *factor, const int64 *x, const int64 *y,
        const double *dt, double *sum, int d, int states, int euler, double sign) {
    double part = 0;
    for (int i = threadIdx.x; i < d; i += blockDim.x) {
        int64 k = blockIdx.x * (int64) d + i;
        double scale = factor ? factor[k] : 1;
        double total = 0;
        for (int s = 0; s < states; s++) {
            total += rates[k * states + s] * scale;
        }
        double a = total * *dt;
        if (x[k] != y[k]) {
            // Where total = 0 no move is possible: 0 / tiny, not 0 / 0.
            part += log(leave(a, euler) * (rates[k * states + y[k]] * scale) / (total < TINY ? TINY : total));
        } else {
            part += euler ? log1p(-leave(a, euler)) : -a;
        }
    }
    part = blockSum(part);
    if (threadIdx.x == 0) {
        sum[blockIdx.x] += sign * part;
    }
}
