package io.github.dnfs4j.sample;

import io.github.dnfs4j.target.StateSpace;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.DoubleStream;

/**
 * States with their log densities and log weights, on the host.
 *
 * @param space where the states live
 * @param states count x d unsigned bytes, row by row
 * @param logDensity U of each state
 * @param logWeights log w of each state, E[w] = Z for a sampler that knows its own probabilities; zeros for one, such
 *     as a Markov chain, that claims to draw from the target itself
 * @param cost what it took
 */
public record SampleSet(StateSpace space, byte[] states, double[] logDensity, double[] logWeights, Cost cost) {
    public SampleSet {
        int count = logDensity.length;
        if (states.length != (long) count * space.sites() || logWeights.length != count) {
            throw new IllegalArgumentException("states, log densities and log weights differ in number");
        }
    }

    public int count() {
        return logDensity.length;
    }

    /** The value at one site of one state. */
    public int value(int row, int site) {
        return states[row * space.sites() + site] & 0xff;
    }

    /** One state, d values. */
    public byte[] state(int row) {
        return Arrays.copyOfRange(states, row * space.sites(), (row + 1) * space.sites());
    }

    /** The first so many of these. */
    public SampleSet first(int count) {
        return new SampleSet(
                space,
                Arrays.copyOf(states, count * space.sites()),
                Arrays.copyOf(logDensity, count),
                Arrays.copyOf(logWeights, count),
                cost);
    }

    /** These and others of the same space, at the cost of both. */
    public SampleSet and(SampleSet more) {
        if (!space.equals(more.space)) {
            throw new IllegalArgumentException("states of two spaces cannot be one set");
        }
        byte[] both = Arrays.copyOf(states, Math.addExact(states.length, more.states.length));
        System.arraycopy(more.states, 0, both, states.length, more.states.length);
        return new SampleSet(
                space,
                both,
                joined(logDensity, more.logDensity),
                joined(logWeights, more.logWeights),
                cost.plus(more.cost));
    }

    private static double[] joined(double[] first, double[] second) {
        return DoubleStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
    }

    /** How many different states there are. */
    public int distinct() {
        Set<ByteBuffer> seen = new HashSet<>();
        for (int k = 0; k < count(); k++) {
            seen.add(ByteBuffer.wrap(state(k)));
        }
        return seen.size();
    }

    /** Equally weighted states: {@code count} of these, drawn in proportion to their weights. */
    public SampleSet resample(int count, double offset) {
        int[] picks = Resampling.systematic(logWeights, count, offset);
        int d = space.sites();
        byte[] chosen = new byte[Math.multiplyExact(count, d)];
        double[] u = new double[count];
        for (int k = 0; k < count; k++) {
            System.arraycopy(states, picks[k] * d, chosen, k * d, d);
            u[k] = logDensity[picks[k]];
        }
        return new SampleSet(space, chosen, u, new double[count], cost);
    }
}
