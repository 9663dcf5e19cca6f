// What leTF does between its matrix products, without gradients. Both streams of n states of d sites are stored as
// [2, n, d, ..]; the second runs from the last site to the first: its slot d - 1 - i belongs to site i.

// Tokens shifted by one slot, their places and the time; a pair of channels a thread.
// x [n, d], token [states + 1, 2 pairs], position [2, sites, 2 pairs], time [n, 2 pairs], out [2, n, d, 2 pairs]
extern "C" __global__ void embed(const int64 *x, const unsigned *token, const unsigned *position, const unsigned *time,
        unsigned *out, int64 n, int d, int sites, int states, int pairs) {
    int64 k = self();
    if (k >= 2 * n * d * pairs) {
        return;
    }
    int channel = k % pairs;
    int slot = k / pairs % d;
    int64 state = k / pairs / d % n;
    bool right = k / pairs / d >= n;
    int64 before = right ? d - slot : slot - 1;
    int64 value = slot == 0 ? states : x[state * d + before];
    unsigned a = token[value * pairs + channel];
    unsigned b = position[((right ? 2 * sites - d : 0) + slot) * (int64) pairs + channel];
    unsigned c = time[state * pairs + channel];
    out[k] = pack(low(a) + low(b) + low(c), high(a) + high(b) + high(c));
}

// q_i = q^L_i + q^R_i, written to the slots of both streams. qkv [2, n, d, 3, 2 pairs], in place
extern "C" __global__ void queries(unsigned *qkv, int64 n, int d, int pairs) {
    int64 k = self();
    if (k >= n * d * pairs) {
        return;
    }
    int channel = k % pairs;
    int site = k / pairs % d;
    int64 state = k / pairs / d;
    unsigned *left = qkv + (state * d + site) * 3 * pairs + channel;
    unsigned *right = qkv + ((n + state) * d + d - 1 - site) * 3 * pairs + channel;
    unsigned a = *left;
    unsigned b = *right;
    *left = *right = pack(low(a) + low(b), high(a) + high(b));
}

// Attention over the keys of both streams from that over each, and the mean of the streams themselves.
// seen, streams [2, n, d, heads, 2 pairs], logSum [2, n, heads, d] fp32, both, own [n, d, heads, 2 pairs]
extern "C" __global__ void join(const unsigned *seen, const float *logSum, const unsigned *streams, unsigned *both,
        unsigned *own, int64 n, int d, int heads, int pairs) {
    int64 k = self();
    if (k >= n * d * heads * pairs) {
        return;
    }
    int channel = k % pairs;
    int head = k / pairs % heads;
    int site = k / pairs / heads % d;
    int64 state = k / pairs / heads / d;
    int64 right = (((n + state) * d + d - 1 - site) * heads + head) * pairs + channel;
    float share = 1 / (1 + expf(logSum[((n + state) * heads + head) * d + d - 1 - site]
            - logSum[(state * heads + head) * d + site]));
    unsigned a = seen[k];
    unsigned b = seen[right];
    both[k] = pack(low(b) + share * (low(a) - low(b)), high(b) + share * (high(a) - high(b)));
    a = streams[k];
    b = streams[right];
    own[k] = pack(0.70710678f * (low(a) + low(b)), 0.70710678f * (high(a) + high(b)));
}
