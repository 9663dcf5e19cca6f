package io.github.dnfs4j.flow;

import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.target.Constrained;
import io.github.dnfs4j.torch.Device;
import org.jspecify.annotations.Nullable;

/**
 * Runs a flow exactly, event by event. Time is cut into cells, and inside a cell the network is asked at its middle m
 * alone, while the strength s(u) of the path goes on with the true time u:
 *
 * <pre>{@code
 * forward rate  f(x -> y)   = phi( G_m(y | x))                             constant in a cell
 * reverse rate  r_u(x -> y) = phi(-G_m(y | x)) exp(s(u) (U(y) - U(x)))     known at every u
 * }</pre>
 *
 * <p>A path stays in x for a time {@code tau ~ Exp(sum_y f)}. If that ends inside the cell it jumps to y in proportion
 * to f, else it goes on from the end of the cell with the rates of the next. Both chains are proper Markov processes,
 * so that the ratio of their path densities is an unbiased weight, for every network and any cells:
 *
 * <pre>{@code
 * log w = sum over stays [a, b] in x of  integral of (d/dt log p~_u(x) + sum_y f - sum_y r_u) du
 *       + sum over jumps x -> y at u of  s(u) (U(y) - U(x)) + log r_u(y -> x) - log f(x -> y)
 * }</pre>
 *
 * <p>A stay is the integral of xi_u in closed form, and a jump is 0 up to rounding: the network at y, the very next call,
 * has the rate back. A perfect flow has equal weights but for what G changes inside a cell, which is of second order in
 * its width. A path costs one network call for each cell and for each jump.
 *
 * @param flow the rates
 * @param grid the ends of the cells
 * @param between moves that leave p_t invariant, at the ends of all cells but the last; null for none
 * @param resampleBelow draw the paths anew at the ends of cells when the normalised ESS of the weights falls below this;
 *     0 for never
 */
public record Jumps(Flow flow, TimeGrid grid, @Nullable MarkovKernel between, double resampleBelow)
        implements Simulator {
    /** Beyond it cells cost far more than they can gain. */
    public static final int MOST_CELLS = 1_000_000;

    private static final int REFILLS = 16;
    private static final int MOST_AT_ONCE = 1 << 16;

    public Jumps {
        if (between != null && flow.path().target() instanceof Constrained) {
            throw new IllegalArgumentException("a path of feasible states takes no Markov moves in between");
        }
        if (grid.steps() > MOST_CELLS) {
            throw new IllegalArgumentException("cells must be at most " + MOST_CELLS + ", not " + grid.steps());
        }
    }

    /** A simulator with equal cells, without moves in between and without resampling. */
    public static Jumps of(Flow flow, int cells) {
        return new Jumps(flow, TimeGrid.uniform(cells), null, 0);
    }

    @Override
    public Jumps with(@Nullable MarkovKernel newBetween, double newResampleBelow) {
        return new Jumps(flow, grid, newBetween, newResampleBelow);
    }

    /** Whether paths wait for each other at the ends of cells. */
    boolean meet() {
        return between != null || resampleBelow > 0;
    }

    /** Where paths do not meet, the more of them the less time the places of the first to end stay empty. */
    @Override
    public int portion(int n) {
        return meet() ? n : Math.min(Math.max(n, MOST_AT_ONCE), REFILLS * n);
    }

    @Override
    public Simulation runs(int n, int group, Device device) {
        return new JumpSimulation(this, n, group, device);
    }
}
