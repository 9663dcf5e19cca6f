package io.github.dnfs4j.metric;

import io.github.dnfs4j.factor.Factorised;
import io.github.dnfs4j.factor.VariableElimination;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Potts;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.target.Taylor;
import java.util.Optional;

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
    /**
     * Of a target that says so itself, of a lattice with a formula, of at most 2^20 states by enumeration, or by
     * elimination of variables.
     */
    public static Optional<ExactValues> of(Target target) {
        if (target instanceof Taylor guessed) {
            return of(guessed.inner());
        }
        if (target instanceof Solved solved) {
            return Optional.of(solved.exactValues());
        }
        if (target instanceof Potts potts
                && potts.layout().plain()
                && PottsLattice.fits(potts.side(), potts.space().states())) {
            return Optional.of(
                    PottsLattice.of(potts.side(), potts.side(), potts.space().states(), potts.beta()));
        }
        Optional<ExactValues> formula = target instanceof Ising ising
                ? ising.periodic().filter(p -> p.field() == 0).flatMap(ExactValues::kaufman)
                : Optional.empty();
        return formula.or(() -> Enumeration.fits(target.space())
                ? Optional.of(Enumeration.of(target).exact())
                : eliminated(target));
    }

    /** Of {@code rho^t}, where that is a periodic square lattice without a field at another coupling. */
    public static Optional<ExactValues> of(Target target, double t) {
        if (target instanceof Taylor guessed) {
            return of(guessed.inner(), t);
        }
        if (target instanceof Potts potts && potts.layout().plain()) {
            return of(Potts.lattice(potts.side(), potts.space().states(), t * potts.beta()));
        }
        return target instanceof Ising ising
                ? ising.periodic()
                        .filter(p -> p.field() == 0)
                        .flatMap(p -> of(Ising.lattice(p.side(), t * p.sigma(), 0)))
                : Optional.empty();
    }

    /** Of a target that is a factor graph whose variables can be summed out one after the other within the memory. */
    private static Optional<ExactValues> eliminated(Target target) {
        return Factorised.of(target)
                .flatMap(VariableElimination::of)
                .map(all -> new ExactValues(all.logZ(), all.meanLogDensity()));
    }

    private static Optional<ExactValues> kaufman(Ising.Periodic lattice) {
        try {
            return Optional.of(Kaufman.of(lattice.side(), lattice.side(), lattice.sigma()));
        } catch (IllegalArgumentException tooColdAndFrustrated) {
            return Optional.empty();
        }
    }

    /** A target whose partition function has a formula. */
    public interface Solved {
        ExactValues exactValues();
    }

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
