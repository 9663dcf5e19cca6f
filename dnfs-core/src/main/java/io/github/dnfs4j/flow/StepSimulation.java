package io.github.dnfs4j.flow;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.Resampling;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/** Runs {@link Steps} with a fixed number of paths at a time. */
public final class StepSimulation implements Simulation {
    private final Steps simulator;
    private final int n;
    private final int group;
    private final StepWalkers walkers;

    StepSimulation(Steps simulator, int n, int group, Device device) {
        if (group < 1 || n % group != 0) {
            throw new IllegalArgumentException(n + " paths are not groups of " + group);
        }
        this.simulator = simulator;
        this.n = n;
        this.group = group;
        walkers = new StepWalkers(simulator, n, device);
    }

    /** Looks at all that is known of the paths at each time of the grid, k = 0..K. */
    public interface Observer {
        void point(int k, Point point);
    }

    @Override
    public Paths forward(Tensor rows, Rng rng, Simulator.@Nullable Observer observer) {
        return forward(simulator.grid(), rows, rng, of(observer));
    }

    @Override
    public Paths backward(Tensor x, Rng rng, Simulator.@Nullable Observer observer) {
        simulator.checkReversible();
        return backward(simulator.grid(), x, rng, of(observer));
    }

    private static @Nullable Observer of(Simulator.@Nullable Observer observer) {
        return observer == null ? null : (k, point) -> observer.states(k, point.x());
    }

    /** Runs the paths along another grid than the simulator's, from the prior to its last time. */
    public Paths forward(TimeGrid grid, Tensor rows, Rng rng, @Nullable Observer observer) {
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
                                simulator
                                        .between()
                                        .step(path.target(), walkers.now().x(), path.strength(t), rng),
                                t);
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

    private Paths backward(TimeGrid grid, Tensor x, Rng rng, @Nullable Observer observer) {
        long start = System.nanoTime();
        try (Scope scope = Scope.open()) {
            walkers.start(x, grid.at(grid.steps()), Tensors.range(n, rng.device()));
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

    private void observe(@Nullable Observer observer, int k) {
        if (observer != null) {
            observer.point(k, walkers.now());
        }
    }

    private void resample(Rng rng) {
        walkers.resample(Resampling.of(walkers.weights().exact(), group, simulator.resampleBelow(), rng));
    }

    /** Copies the result out of tensors that the next run overwrites. */
    private Paths end(Scope scope, Tensor u, long moves, long start) {
        StateSpace space = simulator.flow().path().space();
        long evaluations = n * (moves + walkers.visits() * (1 + space.neighbours()));
        Tensor jumps = walkers.jumps().clone();
        return new Paths(
                        walkers.now().x().clone(),
                        u.clone(),
                        walkers.rows().clone(),
                        walkers.weights().copy(),
                        torch.full_like(jumps, Ops.scalar(walkers.visits())),
                        jumps,
                        new Cost(evaluations, n * walkers.visits(), (System.nanoTime() - start) / 1e9))
                .keep(scope);
    }

    @Override
    public void close() {
        walkers.close();
    }
}
