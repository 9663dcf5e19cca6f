package io.github.dnfs4j.report;

import java.util.Arrays;
import java.util.function.DoublePredicate;

/** Points (x, y) of a line, x finite and in the order given, y finite. Parts of equal length. */
record Curve(double[] x, double[] y) {
    /** About two points a pixel: more cannot be seen and cost time. */
    private static final int MOST_POINTS = 1800;

    private static final int MOST_MEDIANS = 400;

    /** The points whose y is finite and wanted; a diverged or unmeasured step leaves no point. */
    static Curve of(double[] x, double[] y, DoublePredicate wanted) {
        if (x.length != y.length) {
            throw new IllegalArgumentException(x.length + " values of x for " + y.length + " of y");
        }
        double[] keptX = new double[x.length];
        double[] keptY = new double[x.length];
        int count = 0;
        for (int i = 0; i < x.length; i++) {
            if (Double.isFinite(x[i]) && Double.isFinite(y[i]) && wanted.test(y[i])) {
                keptX[count] = x[i];
                keptY[count++] = y[i];
            }
        }
        return new Curve(Arrays.copyOf(keptX, count), Arrays.copyOf(keptY, count));
    }

    static Curve of(double[] x, double[] y) {
        return of(x, y, value -> true);
    }

    int size() {
        return x.length;
    }

    boolean isEmpty() {
        return x.length == 0;
    }

    /** Few enough points to draw, with every peak kept: the lowest and the highest of each run of neighbours. */
    Curve thinned() {
        if (size() <= MOST_POINTS) {
            return this;
        }
        int runs = MOST_POINTS / 2;
        int[] kept = new int[2 * runs];
        for (int r = 0; r < runs; r++) {
            int from = start(r, runs);
            int low = from;
            int high = from;
            for (int i = from; i < start(r + 1, runs); i++) {
                low = y[i] < y[low] ? i : low;
                high = y[i] >= y[high] ? i : high;
            }
            kept[2 * r] = Math.min(low, high);
            kept[2 * r + 1] = Math.max(low, high);
        }
        return pick(kept);
    }

    /**
     * Running medians over a fortieth of the points (five at least). A median, because a single exploding step should
     * not bend the line, and because it is the same for the loss and for its logarithm.
     */
    Curve smoothed() {
        int half = Math.max(2, size() / 80);
        int count = Math.min(size(), MOST_MEDIANS);
        double[] centres = new double[count];
        double[] medians = new double[count];
        for (int k = 0; k < count; k++) {
            int i = count == 1 ? 0 : (int) ((long) k * (size() - 1) / (count - 1));
            double[] window = Arrays.copyOfRange(y, Math.max(0, i - half), Math.min(size(), i + half + 1));
            Arrays.sort(window);
            centres[k] = x[i];
            medians[k] = (window[(window.length - 1) / 2] + window[window.length / 2]) / 2;
        }
        return new Curve(centres, medians);
    }

    double lowest() {
        return Arrays.stream(y).min().orElse(Double.NaN);
    }

    double highest() {
        return Arrays.stream(y).max().orElse(Double.NaN);
    }

    private int start(int run, int runs) {
        return (int) ((long) run * size() / runs);
    }

    private Curve pick(int[] index) {
        return new Curve(
                Arrays.stream(index).mapToDouble(i -> x[i]).toArray(),
                Arrays.stream(index).mapToDouble(i -> y[i]).toArray());
    }
}
