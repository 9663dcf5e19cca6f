package io.github.dnfs4j.metric;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * Means of several quantities under self-normalised weights, and any function of them:
 *
 * <pre>{@code <f_j> = sum_k w_k f_j(k) / sum_k w_k,      g(<f_1>, ..., <f_m>)}</pre>
 *
 * <p>Errors by the jackknife over G groups of neighbouring samples: with {@code g_b} the function without group b,
 * {@code error^2 = (G - 1)/G sum_b (g_b - mean g_b)^2}. It sees how the means of one sample hang together, so that
 * variances, cumulants and ratios get right errors without derivatives. Groups must be independent of each other.
 */
final class WeightedMeans {
    private static final int MOST_GROUPS = 100;

    private final double[] all;
    private final double[][] without;

    private WeightedMeans(double[] all, double[][] without) {
        this.all = all;
        this.without = without;
    }

    /**
     * Takes the means.
     *
     * @param logw log weights of n samples, independent of each other
     * @param values m quantities, n numbers each
     */
    static WeightedMeans of(double[] logw, double[]... values) {
        return of(logw, 1, values);
    }

    /** Of samples of which only {@code group} neighbours together are independent, as after resampling. */
    static WeightedMeans of(double[] logw, int group, double[]... values) {
        int n = logw.length;
        double[] p = Weights.normalised(logw);
        int blocks = Math.min(MOST_GROUPS, n / group);
        double[] mass = new double[blocks];
        double[][] sums = new double[blocks][values.length];
        for (int k = 0; k < n && blocks > 0; k++) {
            // Whole groups fall into one block; what is left of the last goes with it.
            int b = (int) Math.min(blocks - 1, (long) (k / group) * blocks / (n / group));
            mass[b] += p[k];
            for (int j = 0; j < values.length; j++) {
                sums[b][j] += p[k] == 0 ? 0 : p[k] * values[j][k];
            }
        }
        double[] total = new double[values.length];
        for (int j = 0; j < values.length; j++) {
            total[j] = Weights.expectation(p, values[j]);
        }
        double[][] without = new double[blocks][values.length];
        for (int b = 0; b < blocks; b++) {
            for (int j = 0; j < values.length; j++) {
                // Added up anew: next to a block of nearly all the weight, a difference from the whole would be
                // rounding.
                double rest = 0;
                double sum = 0;
                for (int other = 0; other < blocks; other++) {
                    rest += other == b ? 0 : mass[other];
                    sum += other == b ? 0 : sums[other][j];
                }
                without[b][j] = sum / rest;
            }
        }
        return new WeightedMeans(total, without);
    }

    /** A function of the m means, with its error; NaN for fewer than two groups. */
    Estimate of(ToDoubleFunction<double[]> function) {
        double[] each = Arrays.stream(without).mapToDouble(function).toArray();
        int g = each.length;
        double mean = Statistics.mean(each);
        double squares = Arrays.stream(each).map(v -> (v - mean) * (v - mean)).sum();
        double error = g < 2 ? Double.NaN : Math.sqrt(squares * (g - 1) / g);
        return Estimate.of(function.applyAsDouble(all), error);
    }

    /** One of the means. */
    Estimate mean(int j) {
        return of(m -> m[j]);
    }
}
