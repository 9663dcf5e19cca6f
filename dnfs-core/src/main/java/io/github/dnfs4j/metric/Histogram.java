package io.github.dnfs4j.metric;

/**
 * Where the probability of a number lies: bin b of B holds the normalised weight of the values in
 * {@code [min + b w, min + (b+1) w)}, {@code w = (max - min) / B}.
 *
 * <p>The last bin includes max. Values beyond the ends count in the end bins, so that no probability is lost. For
 * values on a grid, such as the energies of a lattice, put the edges between the levels: rounding moves a value that
 * sits on an edge.
 *
 * @param min left edge of the first bin
 * @param max right edge of the last bin
 * @param mass share of each bin, 1 in all
 */
public record Histogram(double min, double max, double[] mass) {
    public Histogram {
        if (!Double.isFinite(max - min) || !(min < max)) {
            throw new IllegalArgumentException("a histogram needs finite min < max, not " + min + " and " + max);
        }
        if (mass.length < 1) {
            throw new IllegalArgumentException("a histogram needs at least one bin");
        }
    }

    /** Of weighted values; those of weight zero are left out. */
    public static Histogram of(double[] values, double[] logw, double min, double max, int bins) {
        if (values.length != logw.length) {
            throw new IllegalArgumentException(values.length + " values for " + logw.length + " log weights");
        }
        Histogram empty = new Histogram(min, max, new double[Math.max(bins, 0)]);
        double[] p = Weights.normalised(logw);
        for (int k = 0; k < p.length; k++) {
            if (Double.isNaN(p[k]) || (Double.isNaN(values[k]) && p[k] > 0)) {
                throw new IllegalArgumentException("value " + values[k] + " with log weight " + logw[k]
                        + (Double.isNaN(p[k]) ? "; the weights have no finite positive sum" : ""));
            }
            if (p[k] > 0) {
                empty.mass[empty.bin(values[k])] += p[k];
            }
        }
        return empty;
    }

    public int bins() {
        return mass.length;
    }

    /** Half the sum of the differences: 0 for equal histograms, 1 for ones that share no bin. */
    public double totalVariation(Histogram other) {
        if (min != other.min || max != other.max || bins() != other.bins()) {
            throw new IllegalArgumentException("these histograms have different bins");
        }
        double sum = 0;
        for (int b = 0; b < bins(); b++) {
            sum += Math.abs(mass[b] - other.mass[b]);
        }
        return sum / 2;
    }

    private int bin(double value) {
        // The cast takes infinities to the ends of the integers.
        int b = (int) Math.floor((value - min) / (max - min) * bins());
        return Math.max(0, Math.min(bins() - 1, b));
    }
}
