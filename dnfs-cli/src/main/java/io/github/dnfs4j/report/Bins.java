package io.github.dnfs4j.report;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The edges of neighbouring bins, increasing, one more than there are bins; and outlines of masses over them. */
record Bins(double[] edges) {
    private static final int FEWEST = 10;
    private static final int MOST = 80;

    /** Bins around given centres; where two centres are apart, the edge lies halfway. */
    static Bins around(double[] centres) {
        int n = centres.length;
        for (int i = 0; i < n; i++) {
            if (!Double.isFinite(centres[i]) || (i > 0 && centres[i] <= centres[i - 1])) {
                throw new IllegalArgumentException("bin centres must be finite and increasing");
            }
        }
        if (n == 0) {
            return new Bins(new double[0]);
        }
        double first = n == 1 ? 1 : centres[1] - centres[0];
        double last = n == 1 ? 1 : centres[n - 1] - centres[n - 2];
        double[] edges = new double[n + 1];
        edges[0] = centres[0] - first / 2;
        edges[n] = centres[n - 1] + last / 2;
        for (int i = 1; i < n; i++) {
            edges[i] = (centres[i - 1] + centres[i]) / 2;
        }
        return new Bins(edges);
    }

    /** Equal bins over the values, of the width of Freedman and Diaconis, 2 IQR / n^(1/3), within 10 to 80 bins. */
    static Bins over(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double low = sorted[0];
        double high = sorted[n - 1];
        if (high - low < 1e-9 * Math.max(1, Math.abs(low))) {
            // All weights equal: what every sampler dreams of still needs a bar with a width.
            return equal(low - 0.5, low + 0.5, 11);
        }
        double width = 2 * (sorted[(3 * n) / 4] - sorted[n / 4]) / Math.cbrt(n);
        double wanted = width > 0 ? (high - low) / width : MOST;
        return equal(low, high, (int) Math.max(FEWEST, Math.min(MOST, Math.ceil(wanted))));
    }

    int size() {
        return Math.max(0, edges.length - 1);
    }

    /** How many of the values fall into each bin; the last bin has its upper edge. */
    double[] count(double[] values) {
        double[] counts = new double[size()];
        for (double value : values) {
            int found = Arrays.binarySearch(edges, value);
            int bin = found >= 0 ? found : -found - 2;
            if (bin >= 0 && value <= edges[size()]) {
                counts[Math.min(bin, size() - 1)]++;
            }
        }
        return counts;
    }

    /** The skyline of the bins [from, to), from the ground up and back to it. */
    Curve outline(double[] mass, int from, int to) {
        double[] x = new double[2 * (to - from) + 2];
        double[] y = new double[x.length];
        for (int i = from; i <= to; i++) {
            int k = 2 * (i - from);
            x[k] = edges[i];
            x[k + 1] = edges[i];
            y[k] = i == from ? 0 : mass[i - 1];
            y[k + 1] = i == to ? 0 : mass[i];
        }
        return new Curve(x, y);
    }

    private static Bins equal(double low, double high, int bins) {
        return new Bins(IntStream.rangeClosed(0, bins)
                .mapToDouble(i -> low + (high - low) * i / bins)
                .toArray());
    }
}
