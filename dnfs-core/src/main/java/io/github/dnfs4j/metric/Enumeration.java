package io.github.dnfs4j.metric;

import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.Objects;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Every state of a small space with its log density: {@code Z = sum_x exp U(x)} to the last digits.
 *
 * <p>State number {@code k = sum_i x_i prod over j > i of S_j}: its digits, site 0 the most significant. As a sampler it
 * draws independent states from rho / Z itself, so that every weight is Z.
 */
public final class Enumeration implements Sampler {
    /** The largest number of states that is enumerated. */
    public static final int LIMIT = 1 << 20;

    private static final int CHUNK = 1 << 14;

    private final StateSpace space;
    private final double[] logDensity;
    private final double[] cumulated;
    private final double logZ;
    private final Cost cost;

    private Enumeration(StateSpace space, double[] logDensity, double seconds) {
        this.space = space;
        this.logDensity = logDensity;
        logZ = Weights.logMean(logDensity) + Math.log(logDensity.length);
        cumulated = Weights.normalised(logDensity);
        for (int k = 1; k < cumulated.length; k++) {
            cumulated[k] += cumulated[k - 1];
        }
        cost = new Cost(logDensity.length, 0, seconds);
    }

    /** Whether a space is small enough. */
    public static boolean fits(StateSpace space) {
        return space.logSize() <= Math.log(LIMIT) + 1e-9;
    }

    /**
     * Evaluates a target everywhere, on the CPU. Of a target whose rows are different instances the first is meant.
     *
     * @throws IllegalArgumentException for more than {@link #LIMIT} states or densities without a finite positive sum
     */
    public static Enumeration of(Target target) {
        StateSpace space = target.space();
        int size = Digits.count(space, LIMIT);
        long start = System.nanoTime();
        double[] u = new double[size];
        for (int from = 0; from < size; from += CHUNK) {
            int count = Math.min(CHUNK, size - from);
            try (Scope scope = Scope.open();
                    NoGradGuard guard = new NoGradGuard()) {
                Target first = target.rows(Tensors.zeros(ScalarType.Long, Device.CPU, count));
                Tensor part = first.logDensity(Digits.states(space, from, count));
                System.arraycopy(Tensors.doubles(part), 0, u, from, count);
            }
        }
        for (int k = 0; k < size; k++) {
            if (!(u[k] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "the log density of state " + Arrays.toString(Digits.of(space, k)) + " is " + u[k]);
            }
        }
        if (Weights.logMean(u) == Double.NEGATIVE_INFINITY) {
            throw new IllegalArgumentException("every state has density zero");
        }
        return new Enumeration(space, u, (System.nanoTime() - start) * 1e-9);
    }

    /** All states of a space in their order, int64 [states, d]. */
    public static Tensor states(StateSpace space) {
        return Digits.states(space, 0, Digits.count(space, LIMIT));
    }

    public StateSpace space() {
        return space;
    }

    /** State number k, d values. */
    public byte[] state(long k) {
        return Digits.of(space, Objects.checkIndex(k, (long) logDensity.length));
    }

    /** U of every state. */
    public double[] logDensity() {
        return logDensity.clone();
    }

    public double logZ() {
        return logZ;
    }

    /** rho / Z of every state. */
    public double[] probabilities() {
        return Weights.normalised(logDensity);
    }

    /** log Z and {@code <U>}. */
    public ExactValues exact() {
        return new ExactValues(logZ, Weights.expectation(probabilities(), logDensity));
    }

    /** Independent states, each found by inverting the cumulated probabilities; costs the whole enumeration. */
    @Override
    public SampleSet sample(int count, Rng rng) {
        int d = space.sites();
        byte[] states = new byte[Math.multiplyExact(count, d)];
        double[] u = new double[count];
        double[] logw = new double[count];
        Arrays.fill(logw, logZ);
        try (Scope scope = Scope.open()) {
            double[] uniform = Tensors.doubles(rng.uniform(count));
            for (int row = 0; row < count; row++) {
                int k = inverse(uniform[row]);
                System.arraycopy(Digits.of(space, k), 0, states, row * d, d);
                u[row] = logDensity[k];
            }
        }
        return new SampleSet(space, states, u, logw, cost);
    }

    /** The first state whose cumulated probability exceeds {@code uniform}: never one of probability zero. */
    private int inverse(double uniform) {
        int high = cumulated.length - 1;
        // The sum is 1 up to rounding; a point at its very end would find no state.
        double point = Math.min(uniform * cumulated[high], Math.nextDown(cumulated[high]));
        int low = 0;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cumulated[middle] > point) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
