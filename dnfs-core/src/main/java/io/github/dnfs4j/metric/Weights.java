package io.github.dnfs4j.metric;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What n importance weights {@code w = exp(logw)} say:
 *
 * <pre>
 * ESS = (sum w)^2 / (n sum w^2)        log Z = log mean(w), error sd(w) / (mean(w) sqrt n)
 * </pre>
 *
 * <p>Everything is computed from {@code w / max w}, so no weight overflows. A log weight of minus infinity is a weight
 * of zero. Where no weight is positive, or one is NaN or infinite, there is nothing to estimate and the answer is NaN.
 */
public final class Weights {
    private Weights() {}

    /** The effective share of the samples, 1/n to 1. */
    public static double ess(double[] logw) {
        double sum = 0;
        double squares = 0;
        for (double w : scaled(logw)) {
            sum += w;
            squares += w * w;
        }
        return sum * sum / (logw.length * squares);
    }

    /**
     * The effective share where samples of a family count as one, which has their weights together: what is resampled
     * holds copies that have hardly moved apart, and equal weights say nothing of that.
     *
     * @param families a number for each sample, the same where they are not independent
     */
    public static double ess(double[] logw, int[] families) {
        double[] scaled = scaled(logw);
        Map<Integer, Double> together = new HashMap<>();
        for (int k = 0; k < scaled.length; k++) {
            together.merge(families[k], scaled[k], Double::sum);
        }
        double sum = Statistics.mean(scaled) * scaled.length;
        double squares = together.values().stream().mapToDouble(w -> w * w).sum();
        return sum * sum / (scaled.length * squares);
    }

    /** The log of the mean weight: log Z where E[w] = Z. Minus infinity where all weights are zero. */
    public static double logMean(double[] logw) {
        double max = max(logw);
        // A mean of zero is a legitimate estimate; its logarithm only looks like a failure.
        return max == Double.NEGATIVE_INFINITY && logw.length > 0 ? max : max + Math.log(Statistics.mean(scaled(logw)));
    }

    /** The standard error of {@link #logMean} by the delta method; NaN for fewer than two weights. */
    public static double logMeanStandardError(double[] logw) {
        double[] w = scaled(logw);
        return Statistics.standardError(w) / Statistics.mean(w);
    }

    /** Standard error of the log mean where only groups of so many neighbouring weights are independent, as after resampling. */
    public static double logMeanStandardError(double[] logw, int group) {
        double[] w = scaled(logw);
        return Statistics.standardError(w, group) / Statistics.mean(w);
    }

    /** The weights divided by their sum. */
    public static double[] normalised(double[] logw) {
        double[] w = scaled(logw);
        double sum = Arrays.stream(w).sum();
        for (int k = 0; k < w.length; k++) {
            w[k] /= sum;
        }
        return w;
    }

    /** The mean of f(k) over samples k under self-normalised weights, with its error by the delta method. */
    public static Estimate expectation(double[] logw, IntToDoubleFunction f) {
        return expectation(logw, f, 1);
    }

    /** Where only groups of so many neighbouring samples are independent, as after resampling. */
    public static Estimate expectation(double[] logw, IntToDoubleFunction f, int group) {
        double[] p = normalised(logw);
        double[] values = IntStream.range(0, p.length).mapToDouble(f).toArray();
        double mean = expectation(p, values);
        double[] psi = new double[p.length];
        Arrays.setAll(psi, k -> p[k] == 0 ? 0 : p.length * p[k] * (values[k] - mean));
        return Estimate.of(mean, Statistics.standardError(psi, group));
    }

    /** {@code sum p_k v_k}; a state of probability zero counts nothing, even where its value is infinite. */
    static double expectation(double[] p, double[] values) {
        double sum = 0;
        for (int k = 0; k < p.length; k++) {
            sum += p[k] == 0 ? 0 : p[k] * values[k];
        }
        return sum;
    }

    /** {@code w / max w}. An infinite max makes its own entry NaN, which every sum passes on. */
    private static double[] scaled(double[] logw) {
        double max = max(logw);
        double[] w = new double[logw.length];
        for (int k = 0; k < w.length; k++) {
            w[k] = Math.exp(logw[k] - max);
        }
        return w;
    }

    private static double max(double[] logw) {
        double max = Double.NEGATIVE_INFINITY;
        for (double w : logw) {
            max = Math.max(max, w); // passes NaN on
        }
        return max;
    }
}
