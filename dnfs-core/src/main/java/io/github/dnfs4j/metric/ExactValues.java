package io.github.dnfs4j.metric;

/**
 * What is known exactly about a target {@code rho = exp(U)}.
 *
 * <p>With {@code rho = exp(-beta E)} on D sites: {@code F/D = -log Z / beta / D}, {@code E/D = -<U> / beta / D} and
 * {@code S/D = (log Z - <U>) / D}, so that {@code S = beta (E - F)}.
 *
 * @param logZ the log of the sum of rho over all states
 * @param meanLogDensity {@code <U>} under rho / Z
 */
public record ExactValues(double logZ, double meanLogDensity) {
    public double freeEnergyPerSite(double beta, int sites) {
        return -logZ / checked(beta, sites);
    }

    public double internalEnergyPerSite(double beta, int sites) {
        return -meanLogDensity / checked(beta, sites);
    }

    public double entropyPerSite(int sites) {
        return (logZ - meanLogDensity) / checked(1, sites);
    }

    /** beta D. A negative beta is fine: an antiferromagnet read with its ferromagnetic energy. */
    static double checked(double beta, int sites) {
        if (beta == 0 || !Double.isFinite(beta)) {
            throw new IllegalArgumentException("beta must be finite and not zero, it is " + beta);
        }
        if (sites < 1) {
            throw new IllegalArgumentException("sites must be at least 1, not " + sites);
        }
        return beta * sites;
    }
}
