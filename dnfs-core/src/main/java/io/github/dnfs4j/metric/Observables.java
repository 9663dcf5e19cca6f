package io.github.dnfs4j.metric;

import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.StateSpace;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Order parameters: of spins {@code s = 2x - 1}, S = 2, the expectations of {@code m(x) = sum_i s_i / d} and of |m|; of
 * more states, how far the most common one prevails.
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

    /**
     * The order parameter of a Potts model, {@code (S max_a share of sites in state a - 1) / (S - 1)}: 0 where all states
     * are equally common, 1 where all sites agree; |m| for S = 2. Under self-normalised weights; independent are groups
     * of {@code group} neighbouring samples.
     */
    public static Estimate orderParameter(SampleSet samples, int group) {
        return Weights.expectation(samples.logWeights(), k -> order(samples.space(), samples.state(k)), group);
    }

    /** The exact one. */
    public static double orderParameter(Enumeration exact) {
        double[] p = exact.probabilities();
        double sum = 0;
        for (int k = 0; k < p.length; k++) {
            sum += p[k] * order(exact.space(), exact.state(k));
        }
        return sum;
    }

    /** The order parameter of one state. */
    public static double order(StateSpace space, byte[] x) {
        int[] counts = new int[space.states()];
        for (byte v : x) {
            counts[v & 0xff]++;
        }
        double s = space.states();
        return (s * Arrays.stream(counts).max().orElseThrow() / x.length - 1) / (s - 1);
    }

    /** m of one state of spins. */
    public static double magnetisation(byte[] x) {
        int up = 0;
        for (byte v : x) {
            up += v;
        }
        return 2.0 * up / x.length - 1;
    }

    private static Magnetisation magnetisation(StateSpace space, double[] p, IntFunction<byte[]> state) {
        if (space.states() != 2) {
            throw new IllegalArgumentException("spins have 2 states, these sites have " + space.states());
        }
        double mean = 0;
        double absolute = 0;
        for (int k = 0; k < p.length; k++) {
            double m = magnetisation(state.apply(k));
            mean += p[k] * m;
            absolute += p[k] * Math.abs(m);
        }
        return p.length == 0 ? new Magnetisation(Double.NaN, Double.NaN) : new Magnetisation(mean, absolute);
    }
}
