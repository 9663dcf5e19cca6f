// What every site sees: the values at some offsets, as corners of a simplex, and then the time of its state. A thread
// writes eight numbers.

// x [n, d], index [d, offsets] sites, corners [states, edges], time bf16 [n, times],
// out bf16 [n d, offsets edges + times], 8 eights in a row, `all` eights
extern "C" __global__ void see(const int64 *x, const int64 *index, const double *corners, const unsigned short *time,
        uint4 *out, unsigned all, unsigned d, unsigned offsets, unsigned edges, unsigned times, unsigned eights) {
    unsigned k = self();
    if (k >= all) {
        return;
    }
    unsigned row = k / eights;
    unsigned state = row / d;
    x += (int64) state * d;
    index += row % d * offsets;
    float v[8];
#pragma unroll
    for (unsigned j = 0; j < 8; j++) {
        unsigned column = k % eights * 8 + j;
        v[j] = column < offsets * edges
                ? (float) corners[x[index[column / edges]] * edges + column % edges]
                : low(time[state * times + column - offsets * edges]);
    }
    out[k] = make_uint4(pack(v[0], v[1]), pack(v[2], v[3]), pack(v[4], v[5]), pack(v[6], v[7]));
}
