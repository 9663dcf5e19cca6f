package io.github.dnfs4j.flow;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.Redraw;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link Simulator}, again and again, with a fixed number of paths at a time. It keeps its tensors, and on CUDA
 * the recorded step, from one run to the next; one run at a time.
 */
public final class Simulation implements AutoCloseable {
    private final Simulator simulator;
    private final int n;
    private final int group;
    private final Walkers walkers;

    Simulation(Simulator simulator, int n, int group, Device device) {
        if (group < 1 || n % group != 0) {
            throw new IllegalArgumentException(n + " paths are not groups of " + group);
        }
        this.simulator = simulator;
        this.n = n;
        this.group = group;
        walkers = new Walkers(simulator, n, device);
    }

    /**
     * Runs the paths from the prior to the last time of a grid.
     *
     * @param firstRow path j belongs to row {@code firstRow + j} of the target, where its rows differ
     * @return where they ended; it belongs to the caller's scope
     */
    public Simulator.Paths forward(TimeGrid grid, long firstRow, Rng rng, Simulator.@Nullable Observer observer) {
        return forward(grid, rows(firstRow, rng.device()), rng, observer);
    }

    private Tensor rows(long first, Device device) {
        return Tensors.range(n, device).add(Ops.scalar(first));
    }

    /** The same where path j belongs to row {@code rows[j]} of the target. */
    public Simulator.Paths forward(TimeGrid grid, Tensor rows, Rng rng, Simulator.@Nullable Observer observer) {
        long start = System.nanoTime();
        long moves = 0;
        try (Scope scope = Scope.open()) {
            walkers.start(simulator.flow().path().rows(rows).start(n, rng), grid.at(0), rows);
            observe(observer, 0);
            for (int k = 0; k < grid.steps(); k++) {
                try (Scope step = Scope.open()) {
                    walkers.advance(grid, k, rng);
                    if (simulator.between() != null && k + 1 < grid.steps()) {
                        AnnealingPath path = simulator.flow().path().rows(walkers.rows());
                        double t = grid.at(k + 1);
                        walkers.move(
                                simulator.between().step(path, walkers.now().x(), t, rng), t);
                        moves += simulator.between().targetEvaluations(path.space());
                    }
                    if (simulator.resampleBelow() > 0) {
                        resample(rng);
                    }
                    observe(observer, k + 1);
                }
            }
            return end(scope, walkers.now().u(), moves, start);
        }
    }

    /** See {@link Simulator#backward}. */
    public Simulator.Paths backward(TimeGrid grid, Tensor x, Rng rng) {
        return backward(grid, x, rng, null);
    }

    /** The same, with somebody who looks at the states at each time, from the last to the first. */
    public Simulator.Paths backward(TimeGrid grid, Tensor x, Rng rng, Simulator.@Nullable Observer observer) {
        long start = System.nanoTime();
        try (Scope scope = Scope.open()) {
            walkers.start(x, grid.at(grid.steps()), rows(0, rng.device()));
            Tensor u = walkers.now().u().clone();
            observe(observer, grid.steps());
            for (int k = grid.steps() - 1; k >= 0; k--) {
                try (Scope step = Scope.open()) {
                    walkers.retreat(grid, k, rng);
                    observe(observer, k);
                }
            }
            return end(scope, u, 0, start);
        }
    }

    private void observe(Simulator.@Nullable Observer observer, int k) {
        if (observer != null) {
            observer.point(k, walkers.now());
        }
    }

    private void resample(Rng rng) {
        walkers.resample(Redraw.of(walkers.weights().exact(), group, simulator.resampleBelow(), rng));
    }

    /** The log weights so far, for those who look on; the next step changes them. */
    LogWeights weights() {
        return walkers.weights();
    }

    /** Copies the result out of tensors that the next run overwrites. */
    private Simulator.Paths end(Scope scope, Tensor u, long moves, long start) {
        StateSpace space = simulator.flow().path().space();
        long evaluations = n * (moves + walkers.visits() * (1 + space.neighbours()));
        LogWeights w = walkers.weights();
        return new Simulator.Paths(
                scope.keep(walkers.now().x().clone()),
                scope.keep(u.clone()),
                scope.keep(walkers.rows().clone()),
                new LogWeights(
                        scope.keep(w.left().clone()),
                        scope.keep(w.trapezoid().clone()),
                        scope.keep(w.exact().clone())),
                new Cost(evaluations, n * walkers.visits(), (System.nanoTime() - start) / 1e9));
    }

    @Override
    public void close() {
        walkers.close();
    }
}
