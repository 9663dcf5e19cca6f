package io.github.dnfs4j.metric;

import java.util.Arrays;

/**
 * What m Markov chains of n values each say about their own mixing (Gelman et al., Bayesian Data Analysis, 11.4). Every
 * chain is split in two, so that a drift shows as a difference. With W the mean variance within the halves and B/n the
 * variance of their means,
 *
 * <pre>{@code
 * var+  = (n-1)/n W + B/n             R-hat = sqrt(var+ / W)
 * rho_k = 1 - (W - mean autocovariance at lag k) / var+
 * tau   = 1 + 2 sum rho_k             ESS   = values / tau
 * }</pre>
 *
 * <p>the sum ending where a pair {@code rho_2k + rho_2k+1} turns negative, pairs never growing (Geyer 1992).
 *
 * @param rHat 1 for chains that agree; above 1.01 they have not mixed. NaN for values that never change.
 * @param autocorrelationTime tau, in steps
 * @param ess how many independent values would know the mean as well
 */
public record ChainDiagnostics(double rHat, double autocorrelationTime, double ess) {

    /** Of values [chains][steps], 4 or more of each. */
    public static ChainDiagnostics of(double[][] values) {
        int n = values.length == 0 ? 0 : values[0].length / 2;
        if (n < 2 || Arrays.stream(values).anyMatch(v -> v.length != values[0].length)) {
            throw new IllegalArgumentException("diagnostics need chains of equal length, 4 values or more each");
        }
        double[][] halves = new double[2 * values.length][];
        for (int c = 0; c < values.length; c++) {
            int length = values[c].length;
            halves[2 * c] = Arrays.copyOfRange(values[c], 0, n);
            halves[2 * c + 1] = Arrays.copyOfRange(values[c], length - n, length);
        }
        double[] means = Arrays.stream(halves).mapToDouble(Statistics::mean).toArray();
        double within = Arrays.stream(halves)
                .mapToDouble(Statistics::variance)
                .average()
                .orElseThrow();
        double total = (n - 1.0) / n * within + Statistics.variance(means);
        double tau = time(halves, means, within, total);
        long count = (long) halves.length * n;
        // Chains that alternate can beat independent ones, but not without end.
        double ess = Math.min(count / tau, count * Math.log10(count));
        return new ChainDiagnostics(Math.sqrt(total / within), tau, ess);
    }

    private static double time(double[][] halves, double[] means, double within, double total) {
        int n = halves[0].length;
        double sum = 0;
        double smallest = Double.POSITIVE_INFINITY;
        for (int k = 0; k + 1 < n; k += 2) {
            double first = k == 0 ? 1 : 1 - (within - autocovariance(halves, means, k)) / total;
            double pair = first + 1 - (within - autocovariance(halves, means, k + 1)) / total;
            if (!(pair > 0)) {
                break;
            }
            smallest = Math.min(smallest, pair);
            sum += smallest;
        }
        return within > 0 ? Math.max(2 * sum - 1, 1 / Math.log10((double) halves.length * n)) : Double.NaN;
    }

    /** The mean over the chains, each divided by n - 1 as its variance is. */
    private static double autocovariance(double[][] x, double[] means, int lag) {
        double sum = 0;
        for (int c = 0; c < x.length; c++) {
            for (int i = 0; i + lag < x[c].length; i++) {
                sum += (x[c][i] - means[c]) * (x[c][i + lag] - means[c]);
            }
        }
        return sum / x.length / (x[0].length - 1);
    }
}
