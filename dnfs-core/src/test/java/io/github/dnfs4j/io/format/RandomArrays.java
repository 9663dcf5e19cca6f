package io.github.dnfs4j.io.format;

import java.util.Random;

/** Arrays of random type, shape (rank 0 to 4, sometimes empty) and bits. */
final class RandomArrays {
    private RandomArrays() {}

    static Array next(Random random, DType dtype) {
        long[] shape = random.longs(random.nextInt(5), 0, 6).toArray();
        byte[] raw = new byte[(int) Array.byteLength(dtype, shape)];
        random.nextBytes(raw);
        return Array.ofRaw(dtype, raw, shape);
    }
}
