package io.github.dnfs4j.flow;

import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.target.Constrained;
import io.github.dnfs4j.torch.Device;
import org.jspecify.annotations.Nullable;

/**
 * Runs a flow along a time grid, in steps in which all sites move at once without knowing of each other.
 *
 * <p>Forward, {@code x_{k+1} ~ F_k(. | x_k)} by the forward rates at t_k. Its exact weight needs the reverse rates at
 * (x_{k+1}, t_{k+1}), which the next step needs anyway: K + 1 network calls in all, 2K when a Markov kernel moves the
 * states in between. Backward, {@code x_k ~ B_k(. | x_{k+1})} by those reverse rates. What the sites do not know of each
 * other shows in the weights: their ESS grows with K.
 *
 * @param flow the rates
 * @param grid the times
 * @param rule the form of F and B
 * @param floor added to the rates of both
 * @param between moves that leave p_t invariant, after each step and before its last; null for none
 * @param resampleBelow draw the paths anew (systematically) when the normalised ESS of the exact weights falls below
 *     this; 0 for never
 */
public record Steps(
        Flow flow,
        TimeGrid grid,
        StepRule rule,
        RateFloor floor,
        @Nullable MarkovKernel between,
        double resampleBelow) implements Simulator {
    public Steps {
        if (between != null && flow.path().target() instanceof Constrained) {
            throw new IllegalArgumentException("a path of feasible states takes no Markov moves in between");
        }
    }

    /** A simulator without moves in between and without resampling. */
    public static Steps of(Flow flow, TimeGrid grid, StepRule rule, RateFloor floor) {
        return new Steps(flow, grid, rule, floor, null, 0);
    }

    @Override
    public Steps with(@Nullable MarkovKernel newBetween, double newResampleBelow) {
        return new Steps(flow, grid, rule, floor, newBetween, newResampleBelow);
    }

    @Override
    public int portion(int n) {
        return n;
    }

    @Override
    public StepSimulation runs(int n, int group, Device device) {
        return new StepSimulation(this, n, group, device);
    }

    @Override
    public StepSimulation runs(int n, Device device) {
        return runs(n, n, device);
    }
}
