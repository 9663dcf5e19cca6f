package io.github.dnfs4j.testkit;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Pearson's test of counts against probabilities, for states numbered by their digits, site 0 first. */
public final class ChiSquare {
    /** Right counts fail once in 10,000 times. */
    private static final double DEVIATIONS = 3.719;

    private static final double SMALLEST_CELL = 5;

    private ChiSquare() {}

    /** How often each of {@code size} states occurs in rows of d values below S. */
    public static long[] counts(long[] x, int d, int s, int size) {
        long[] counts = new long[size];
        for (int k : numbers(x, d, s)) {
            counts[k]++;
        }
        return counts;
    }

    /** The number of each row. */
    public static int[] numbers(long[] x, int d, int s) {
        return IntStream.range(0, x.length / d)
                .map(row -> IntStream.range(0, d).reduce(0, (k, i) -> k * s + (int) x[row * d + i]))
                .toArray();
    }

    /** Fails when the counts are too far from the probabilities; rare states share a cell that expects five or more. */
    public static void check(String what, long[] counts, double[] p) {
        Expect.that(counts.length == p.length, "%s: %d counts for %d states", what, counts.length, p.length);
        double n = Arrays.stream(counts).sum();
        int[] order = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble(k -> p[k]))
                .mapToInt(k -> k)
                .toArray();
        double statistic = 0;
        int cells = 0;
        double expected = 0;
        double seen = 0;
        double left = n;
        for (int k : order) {
            Expect.that(p[k] > 0 || counts[k] == 0, "%s: state %d is impossible, but was drawn", what, k);
            expected += n * p[k];
            seen += counts[k];
            left -= n * p[k];
            if (expected >= SMALLEST_CELL && (left >= SMALLEST_CELL || left < 1e-6)) {
                statistic += (seen - expected) * (seen - expected) / expected;
                cells++;
                expected = 0;
                seen = 0;
            }
        }
        Expect.that(cells > 1, "%s: %.0f draws are too few to judge by", what, n);
        double limit = limit(cells - 1);
        Expect.that(
                statistic < limit, "chi-square of %s is %.1f over %d cells, above %.1f", what, statistic, cells, limit);
    }

    /** The quantile by Wilson and Hilferty. */
    public static double limit(int freedom) {
        double v = 2.0 / (9 * freedom);
        return freedom * Math.pow(1 - v + DEVIATIONS * Math.sqrt(v), 3);
    }
}
