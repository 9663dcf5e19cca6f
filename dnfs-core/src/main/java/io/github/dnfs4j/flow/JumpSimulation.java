package io.github.dnfs4j.flow;

import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.Resampling;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.torch.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Runs {@link Jumps}. Each core has paths and random numbers of its own. Where paths never meet, a new one begins in the
 * place of each that ended ({@link JumpPlaces}); where they meet at the ends of cells, those that come first wait.
 */
final class JumpSimulation implements Simulation {
    private static final int SMALLEST_PART = 16;
    /** Paths that a core works on at once: fewer make small matrix products, more leave its cache. */
    private static final int ROWS_OF_A_CORE = 64;

    private final Jumps jumps;
    private final int n;
    private final int group;
    private final Device device;
    /** Kept for the next run, because a GPU has recorded their work. */
    private @Nullable JumpWalkers recorded;

    private IntConsumer told = more -> {};

    JumpSimulation(Jumps jumps, int n, int group, Device device) {
        if (group < 1 || n % group != 0) {
            throw new IllegalArgumentException(n + " paths are not groups of " + group);
        }
        this.jumps = jumps;
        this.n = n;
        this.group = group;
        this.device = device;
    }

    @Override
    public Paths forward(Tensor rows, Rng rng, Simulator.@Nullable Observer observer) {
        long begin = System.nanoTime();
        try (Scope scope = Scope.open()) {
            Run run = new Run(rows, null, rng, observer);
            return run.paths(run.ends.u(), begin).keep(scope);
        }
    }

    @Override
    public Paths backward(Tensor x, Rng rng, Simulator.@Nullable Observer observer) {
        jumps.checkReversible();
        long begin = System.nanoTime();
        try (Scope scope = Scope.open()) {
            Tensor rows = Tensors.range(x.size(0), device);
            Tensor u = jumps.flow().path().rows(rows).target().logDensity(x);
            return new Run(rows, x, rng, observer).paths(u, begin).keep(scope);
        }
    }

    @Override
    public void tell(IntConsumer ended) {
        told = ended;
    }

    private JumpWalkers walkers(boolean backward, int places) {
        JumpWalkers kept = recorded;
        if (kept != null && kept.backward() == backward && kept.state().count() == places) {
            return kept;
        }
        close();
        JumpWalkers made = new JumpWalkers(jumps.flow(), jumps.grid(), backward, places, device);
        recorded = device == Device.CUDA ? made : null;
        return made;
    }

    @Override
    public void close() {
        if (recorded != null) {
            recorded.close();
            recorded = null;
        }
    }

    /** One run of paths, from one end of time to the other. */
    private final class Run {
        private final boolean backward;
        private final Rng rng;
        /** Where the paths ended, in their order. */
        private final JumpState ends;
        /** The paths of each core, in handfuls that it works on one after the other. */
        private final List<List<JumpPlaces>> cores = new ArrayList<>();
        /** Log densities that moves in between took, and network calls of paths that were not drawn again. */
        private long moves;

        private long lost;

        /** Runs paths in rows [m] of the target, backwards from states [m, d] where there are any. */
        Run(Tensor rows, @Nullable Tensor from, Rng rng, Simulator.@Nullable Observer observer) {
            backward = from != null;
            this.rng = rng;
            boolean together = observer != null || jumps.meet();
            if (together && rows.size(0) != n) {
                throw new IllegalArgumentException(rows.size(0) + " paths cannot meet where " + n + " run at once");
            }
            ends = JumpState.room(
                    Math.toIntExact(rows.size(0)), jumps.flow().path().space().sites(), device);
            List<JumpWalkers> walkers = new ArrayList<>();
            List<Rng> streams = new ArrayList<>();
            try {
                for (Workers.Part core : Workers.split(rows.size(0), SMALLEST_PART, device)) {
                    List<JumpPlaces> handfuls = new ArrayList<>();
                    // Paths that wait keep their places; others hand theirs on.
                    long most = together && device == Device.CPU ? ROWS_OF_A_CORE : core.count();
                    for (long first = 0; first < core.count(); first += most) {
                        long count = Math.min(most, core.count() - first);
                        int places = (int) Math.min(count, device == Device.CPU ? ROWS_OF_A_CORE : n);
                        JumpWalkers own = walkers(backward, places);
                        walkers.add(own);
                        Rng stream = count < rows.size(0) ? rng.split() : rng;
                        streams.add(stream);
                        handfuls.add(
                                new JumpPlaces(jumps, own, core.from() + first, count, rows, from, ends, stream, told));
                    }
                    cores.add(handfuls);
                }
                each(JumpPlaces::begin);
                if (together) {
                    allTogether(observer);
                } else {
                    each(JumpPlaces::finish);
                }
                each(JumpPlaces::harvest);
            } finally {
                walkers.stream().filter(w -> w != recorded).forEach(JumpWalkers::close);
                streams.stream().filter(s -> s != rng).forEach(Rng::close);
            }
            new JumpChecks(jumps).judge(ends);
        }

        private void each(Consumer<JumpPlaces> work) {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (List<JumpPlaces> handfuls : cores) {
                tasks.add(() -> {
                    for (JumpPlaces places : handfuls) {
                        try (Scope scope = Scope.open()) {
                            work.accept(places);
                        }
                    }
                    return true;
                });
            }
            Workers.run(tasks);
        }

        private void allTogether(Simulator.@Nullable Observer observer) {
            int cells = jumps.grid().steps();
            atCellEnd(backward ? cells : 0, observer, false);
            for (int k = 1; k <= cells; k++) {
                int cell = backward ? cells - 1 - k : k;
                each(places -> places.until(cell));
                atCellEnd(backward ? cells - k : k, observer, k < cells);
            }
        }

        /** All paths are at one end of a cell. */
        private void atCellEnd(int end, Simulator.@Nullable Observer observer, boolean goOn) {
            try (Scope scope = Scope.open()) {
                JumpState all = JumpState.join(cores.stream()
                        .flatMap(List::stream)
                        .map(JumpPlaces::state)
                        .toList());
                MarkovKernel between = jumps.between();
                if (between != null && end > 0 && goOn) {
                    AnnealingPath path = jumps.flow().path().rows(all.rows());
                    double strength = path.strength(jumps.grid().at(end));
                    all.x().copy_(between.step(path.target(), all.x(), strength, rng));
                    moves += n * between.targetEvaluations(path.space());
                }
                if (jumps.resampleBelow() > 0 && end > 0) {
                    Resampling drawn = Resampling.of(all.weight(), group, jumps.resampleBelow(), rng);
                    JumpState next = all.at(drawn.index());
                    next.weight().copy_(drawn.exact());
                    lost += all.calls().sub(next.calls()).sum().item_long();
                    all = next;
                }
                if (jumps.meet() && end > 0) {
                    JumpState now = all;
                    each(places -> places.take(now));
                }
                if (observer != null) {
                    observer.states(end, all.x());
                    if (!backward) {
                        observer.weights(end, all.weight());
                    }
                }
            }
        }

        Paths paths(Tensor u, long begin) {
            long calls = ends.calls().sum().item_long() + lost;
            long evaluations = moves + calls * (1 + jumps.flow().path().space().neighbours());
            return new Paths(
                    ends.x(),
                    u,
                    ends.rows(),
                    LogWeights.exact(ends.weight()),
                    ends.calls(),
                    ends.jumps(),
                    new Cost(evaluations, calls, (System.nanoTime() - begin) / 1e9));
        }
    }
}
