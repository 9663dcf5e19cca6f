package io.github.dnfs4j.flow;

import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A way to run the paths of a flow from the prior to the target, and to weigh them: by exact {@link Jumps}, or by
 * {@link Steps} in which all sites move at once. Either gives weights with {@code E[w] = Z} for every network.
 */
public sealed interface Simulator permits Jumps, Steps {
    Flow flow();

    /** The times at which paths can meet: the ends of the cells, or of the steps. */
    TimeGrid grid();

    /** Moves that leave p_t invariant, made at each of these times but the first and the last; null for none. */
    @Nullable
    MarkovKernel between();

    /**
     * Paths are drawn anew (systematically) at these times when the normalised ESS of the exact weights falls below
     * this; 0 for never.
     */
    double resampleBelow();

    /** A simulator with these moves in between the steps or cells. */
    Simulator with(@Nullable MarkovKernel between, double resampleBelow);

    /** A simulator without moves in between and without resampling. */
    default Simulator plain() {
        return with(null, 0);
    }

    /**
     * A simulation for many runs, of n paths at once.
     *
     * @param group only paths of the same group are drawn anew in place of each other: {@code group} after another
     */
    Simulation runs(int n, int group, Device device);

    /** How many paths a simulation of n at once takes in one run. */
    int portion(int n);

    /** A simulation in which all n paths are one group. */
    default Simulation runs(int n, Device device) {
        return runs(n, n, device);
    }

    /** Looks at the states [n, d] of all paths at each time of the grid, k = 0..K. */
    interface Observer {
        void states(int k, Tensor x);

        /**
         * Looks at the log weights [n] that the same paths have there as samples of p_t, {@code E[w] = Z_t}, right after
         * their states. Jumps forward tell them; steps, whose weights lag behind by a network call, do not.
         */
        default void weights(int k, Tensor logWeights) {}
    }

    /** Runs n paths from the prior to the last time of the grid. The result belongs to the caller's scope. */
    default Paths forward(int n, Rng rng, @Nullable Observer observer) {
        try (Scope scope = Scope.open();
                Simulation run = runs(n, rng.device())) {
            return run.forward(Tensors.range(n, rng.device()), rng, observer).keep(scope);
        }
    }

    /** See {@link Simulation#backward}. */
    default Paths backward(Tensor x, Rng rng) {
        try (Scope scope = Scope.open();
                Simulation run = runs(Math.toIntExact(x.size(0)), rng.device())) {
            return run.backward(x, rng, null).keep(scope);
        }
    }

    /** Refuses what has no reversed form. */
    default void checkReversible() {
        if (between() != null || resampleBelow() > 0) {
            throw new IllegalStateException("backward runs take neither moves in between nor resampling");
        }
    }
}
