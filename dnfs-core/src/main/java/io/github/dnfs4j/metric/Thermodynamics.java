package io.github.dnfs4j.metric;

import org.jspecify.annotations.Nullable;

/**
 * Free energy, internal energy and entropy per site from weighted samples with E[w] = Z:
 *
 * <pre>
 * log Z = log mean(w)     &lt;U&gt; = sum w U / sum w
 * F/D = -log Z / beta / D     E/D = -&lt;U&gt; / beta / D     S/D = (log Z - &lt;U&gt;) / D
 * </pre>
 *
 * <p>Standard errors by the delta method: each sample moves log Z by {@code psi_Z = w/mean(w) - 1} and {@code <U>} by
 * {@code psi_U = w/mean(w) (U - <U>)}, over n; an estimate's error is {@code sd(psi) / sqrt n}. S takes
 * {@code psi_Z - psi_U}, which carries the covariance of the two. The samples must be independent: a Markov chain's
 * own correlation is not seen, and its weights say nothing about Z.
 */
public record Thermodynamics(Estimate freeEnergyPerSite, Estimate internalEnergyPerSite, Estimate entropyPerSite) {
    /**
     * Estimates all three.
     *
     * @param logDensity U of each sample
     * @param logw log weight of each sample
     * @param beta the inverse temperature in U = -beta E
     * @param sites D
     * @param exact the references, where they are known
     */
    public static Thermodynamics of(
            double[] logDensity, double[] logw, double beta, int sites, @Nullable ExactValues exact) {
        return of(logDensity, logw, beta, sites, exact, 1);
    }

    /** From samples of which only groups of {@code group} neighbours are independent, as after resampling. */
    public static Thermodynamics of(
            double[] logDensity, double[] logw, double beta, int sites, @Nullable ExactValues exact, int group) {
        int n = logDensity.length;
        if (logw.length != n) {
            throw new IllegalArgumentException(n + " log densities for " + logw.length + " log weights");
        }
        double scale = ExactValues.checked(beta, sites);
        double[] p = Weights.normalised(logw);
        double logZ = Weights.logMean(logw);
        double u = Weights.expectation(p, logDensity);
        double[] psiU = new double[n];
        double[] psiS = new double[n];
        for (int k = 0; k < n; k++) {
            double w = n * p[k];
            psiU[k] = w == 0 ? 0 : w * (logDensity[k] - u); // U may be minus infinity where w is zero
            psiS[k] = w - 1 - psiU[k];
        }
        return new Thermodynamics(
                new Estimate(
                        -logZ / scale,
                        Weights.logMeanStandardError(logw, group) / Math.abs(scale),
                        exact == null ? null : exact.freeEnergyPerSite(beta, sites)),
                new Estimate(
                        -u / scale,
                        Statistics.standardError(psiU, group) / Math.abs(scale),
                        exact == null ? null : exact.internalEnergyPerSite(beta, sites)),
                new Estimate(
                        (logZ - u) / sites,
                        Statistics.standardError(psiS, group) / sites,
                        exact == null ? null : exact.entropyPerSite(sites)));
    }
}
