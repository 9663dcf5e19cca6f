package io.github.dnfs4j.torch;

import java.util.Locale;

/**
 * Sizes that someone may mean. Settings come with models of others, and a number far beyond them would cost minutes and
 * gigabytes before anything else is found to be wrong.
 */
public final class Plausible {
    /** Width of a network. */
    public static final int WIDTH = 16_384;
    /** Layers, terms or kernels of a network. */
    public static final int LAYERS = 1_024;
    /** States, paths or trajectories at once. */
    public static final int BATCH = 1 << 22;
    /** Steps of a time grid, sweeps after each, rounds kept. */
    public static final int STEPS = 1_000_000;
    /** Weights of a network, 1 GiB of them. */
    public static final long WEIGHTS = 1L << 28;

    private Plausible() {}

    /** Refuses what is not so, in these words. */
    public static void check(boolean ok, String message) {
        if (!ok) {
            throw new IllegalArgumentException(message);
        }
    }

    /** Refuses what is not in 1 to {@code most}, in a line that names the key. */
    public static void check(String key, long value, long most) {
        if (value < 1) {
            throw new IllegalArgumentException(key + " must be at least 1, not " + value);
        }
        if (value > most) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "%s must be at most %,d, not %,d", key, most, value));
        }
    }
}
