package io.github.dnfs4j.metric;

import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.StateSpace;
import java.util.function.IntFunction;

/**
 * Observables of spins {@code s = 2x - 1}, S = 2: with {@code m(x) = sum_i s_i / d}, the expectations of m and |m|.
 *
 * <p>A sampler that lost one of two symmetric modes can still show a good ESS; its mean magnetisation shows the loss.
 */
public final class Observables {
    private Observables() {}

    /**
     * The expectations of m and |m|.
     *
     * @param mean of m, zero where up and down are alike
     * @param meanAbsolute of |m|, the order parameter of a finite lattice
     */
    public record Magnetisation(double mean, double meanAbsolute) {}

    /** Under self-normalised weights; NaN where no weight is positive. */
    public static Magnetisation magnetisation(SampleSet samples) {
        return magnetisation(samples.space(), Weights.normalised(samples.logWeights()), samples::state);
    }

    /** The exact one. */
    public static Magnetisation magnetisation(Enumeration exact) {
        return magnetisation(exact.space(), exact.probabilities(), exact::state);
    }

    private static Magnetisation magnetisation(StateSpace space, double[] p, IntFunction<byte[]> state) {
        if (space.states() != 2) {
            throw new IllegalArgumentException("spins have 2 states, these sites have " + space.states());
        }
        double mean = 0;
        double absolute = 0;
        for (int k = 0; k < p.length; k++) {
            int up = 0;
            for (byte x : state.apply(k)) {
                up += x;
            }
            double m = 2.0 * up / space.sites() - 1;
            mean += p[k] * m;
            absolute += p[k] * Math.abs(m);
        }
        return p.length == 0 ? new Magnetisation(Double.NaN, Double.NaN) : new Magnetisation(mean, absolute);
    }
}
