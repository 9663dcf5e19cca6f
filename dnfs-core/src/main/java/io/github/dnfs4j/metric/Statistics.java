package io.github.dnfs4j.metric;

import java.util.Arrays;

/** Mean, variance and standard error of plain values. */
public final class Statistics {
    private Statistics() {}

    /** The plain mean; NaN of nothing. */
    public static double mean(double[] values) {
        return Arrays.stream(values).sum() / values.length;
    }

    /** The unbiased variance, of log weights for instance; NaN for fewer than two values. */
    public static double variance(double[] values) {
        double mean = mean(values);
        double sum = 0;
        for (double v : values) {
            sum += (v - mean) * (v - mean);
        }
        return values.length < 2 ? Double.NaN : sum / (values.length - 1);
    }

    /** The standard error of the plain mean of independent values; NaN for fewer than two. */
    public static double standardError(double[] values) {
        return Math.sqrt(variance(values) / values.length);
    }

    /** Standard error of a mean of values of which only groups of so many neighbours are independent; a last part of one is left out. */
    public static double standardError(double[] values, int group) {
        double[] means = new double[values.length / group];
        for (int k = 0; k < means.length; k++) {
            means[k] = mean(Arrays.copyOfRange(values, k * group, (k + 1) * group));
        }
        return standardError(means);
    }
}
