package io.github.dnfs4j.combopt;

/**
 * A small generator for searches and graphs: SplitMix64, which passes the usual tests and takes a few instructions. Its
 * numbers are part of the format of generated graphs and must never change.
 */
public final class FastRandom {
    private static final long GAMMA = 0x9E3779B97F4A7C15L;
    private static final double UNIT = 0x1p-53;

    private long state;

    public FastRandom(long seed) {
        state = mix(seed + GAMMA);
    }

    /** An independent stream of the same seed. */
    public static FastRandom stream(long seed, long number) {
        return new FastRandom(mix(seed * GAMMA) + mix(number + GAMMA));
    }

    private static long mix(long z) {
        long a = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        long b = (a ^ a >>> 27) * 0x94D049BB133111EBL;
        return b ^ b >>> 31;
    }

    public long nextLong() {
        state += GAMMA;
        return mix(state);
    }

    /** 0 to bound - 1, by the high bits of a product; the bias is below 2^-32. */
    public int below(int bound) {
        return (int) ((nextLong() >>> 32) * bound >>> 32);
    }

    /** In [0, 1). */
    public double uniform() {
        return (nextLong() >>> 11) * UNIT;
    }
}
