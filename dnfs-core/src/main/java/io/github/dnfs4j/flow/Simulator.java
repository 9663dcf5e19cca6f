package io.github.dnfs4j.flow;

import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.target.Constrained;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Runs a flow along a time grid and weighs the paths.
 *
 * <p>Forward, {@code x_{k+1} ~ F_k(. | x_k)} by the forward rates at t_k. Its exact weight needs the reverse rates at
 * (x_{k+1}, t_{k+1}), which the next step needs anyway: K + 1 network calls in all, 2K when a Markov kernel moves the
 * states in between. Backward, {@code x_k ~ B_k(. | x_{k+1})} by those reverse rates.
 *
 * @param flow the rates
 * @param grid the times
 * @param kernel the form of F and B
 * @param floor added to the rates of both
 * @param between moves that leave p_t invariant, after each step and before its last; null for none
 * @param resampleBelow draw the paths anew (systematically) when the normalised ESS of the exact weights falls below
 *     this; 0 for never
 * @param turns sublattices that move one after another; null when all sites move in every step
 */
public record Simulator(
        Flow flow,
        TimeGrid grid,
        StepKernel kernel,
        RateFloor floor,
        @Nullable MarkovKernel between,
        double resampleBelow,
        @Nullable Sublattices turns) {
    public Simulator {
        if (between != null && flow.path().target() instanceof Constrained) {
            throw new IllegalArgumentException("a path of feasible states takes no Markov moves in between");
        }
        if (turns != null && turns.sites() != flow.path().space().sites()) {
            throw new IllegalArgumentException("sublattices of " + turns.sites() + " sites do not fit the flow");
        }
    }

    /** A simulator in which all sites move in every step. */
    public Simulator(
            Flow flow,
            TimeGrid grid,
            StepKernel kernel,
            RateFloor floor,
            @Nullable MarkovKernel between,
            double resampleBelow) {
        this(flow, grid, kernel, floor, between, resampleBelow, null);
    }

    /** Looks at the states of a forward run at each time of the grid, k = 0..K. */
    public interface Observer {
        void point(int k, Point point);
    }

    /**
     * Where the paths ended.
     *
     * @param x states, [n, d]
     * @param u their U, [n]
     * @param rows the row of the flow's target that each belongs to, [n]: 0..n-1 until paths are drawn anew
     */
    public record Paths(Tensor x, Tensor u, Tensor rows, LogWeights weights, Cost cost) {}

    /** A simulator without moves in between and without resampling. */
    public static Simulator of(Flow flow, TimeGrid grid, StepKernel kernel, RateFloor floor) {
        return new Simulator(flow, grid, kernel, floor, null, 0);
    }

    /** The same without moves in between and without resampling. */
    public Simulator plain() {
        return new Simulator(flow, grid, kernel, floor, null, 0, turns);
    }

    /** The same simulator for many runs of n paths each. */
    public Simulation runs(int n, Device device) {
        return runs(n, n, device);
    }

    /** The same where only paths of the same group are drawn anew in place of each other: {@code group} after another. */
    public Simulation runs(int n, int group, Device device) {
        return new Simulation(this, n, group, device);
    }

    /** Runs n paths from the prior to the last time of the grid. The result belongs to the caller's scope. */
    public Paths forward(int n, Rng rng, @Nullable Observer observer) {
        try (Simulation run = runs(n, rng.device())) {
            return run.forward(grid, 0, rng, observer);
        }
    }

    /**
     * Runs paths backwards from states of the last time to time 0, and weighs them as if they had been run forward:
     * the mean of the exact log weight is an upper bound of log Z when the states are samples of the target, and
     * {@code U(x_K) - log w} averages to a lower bound of the log probability of x_K.
     *
     * @return the states at time 0, U of the states given, and the weights
     */
    public Paths backward(Tensor x, Rng rng) {
        if (between != null || resampleBelow > 0) {
            throw new IllegalStateException("backward runs take neither moves in between nor resampling");
        }
        try (Simulation run = runs(Math.toIntExact(x.size(0)), rng.device())) {
            return run.backward(grid, x, rng);
        }
    }
}
