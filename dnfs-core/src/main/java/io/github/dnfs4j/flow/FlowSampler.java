package io.github.dnfs4j.flow;

import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Draws any number of weighted samples from a simulator, {@code batch} paths at a time.
 *
 * <p>With Markov moves on the way, the same moves follow at the end: they need no network, because nothing is simulated
 * from where they lead, and they change no weight.
 *
 * <p>With resampling on, the paths of one batch depend on each other, and each batch is weighed on its own.
 *
 * <p>Several ranks draw the batches of one sample between them, each by a stream of its own, and all of them get the whole.
 */
public record FlowSampler(Simulator simulator, int batch, Ranks ranks) implements Sampler {
    public FlowSampler {
        if (batch < 1) {
            throw new IllegalArgumentException("batch must be at least 1, not " + batch);
        }
    }

    public FlowSampler(Simulator simulator, int batch) {
        this(simulator, batch, Ranks.ALONE);
    }

    /** The same, whose paths these processes draw together: all of them ask for the same, with the same stream. */
    public FlowSampler over(Ranks processes) {
        return new FlowSampler(simulator, batch, processes);
    }

    /** A sampler with moves that leave p_t invariant at all times of the grid; null for none. */
    public FlowSampler refined(@Nullable MarkovKernel moves) {
        return new FlowSampler(simulator.with(moves, simulator.resampleBelow()), batch, ranks);
    }

    /**
     * The samples with exact weights, and more about their paths in the same order.
     *
     * @param left log weights by the left sum; null for jumps, which have exact ones only
     * @param trapezoid log weights by the trapezoid rule; null for jumps
     * @param calls of the network
     * @param jumps changes of single sites
     */
    public record Weighted(
            SampleSet samples, double @Nullable [] left, double @Nullable [] trapezoid, long[] calls, long[] jumps) {}

    /** This sampler, which tells after the start of each drawing how many paths of it there are. */
    public Sampler telling(IntConsumer progress) {
        return (count, rng) -> weighted(count, rng, progress).samples();
    }

    @Override
    public SampleSet sample(int count, Rng rng) {
        return weighted(count, rng).samples();
    }

    /** Draws samples with all weights that their paths have. */
    public Weighted weighted(int count, Rng rng) {
        return weighted(count, rng, drawn -> {});
    }

    /** Draws them and tells on the way, from any thread, how many there are. */
    public Weighted weighted(int count, Rng rng, IntConsumer progress) {
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1, not " + count);
        }
        Collected all = new Collected(simulator, count);
        if (ranks.size() == 1) {
            draw(all, count, rng, progress);
        } else {
            long batches = (count + batch - 1L) / batch;
            all.size = begin(batches, ranks.rank(), count);
            int first = all.size;
            try (Rng own = own(rng)) {
                draw(
                        all,
                        begin(batches, ranks.rank() + 1, count),
                        own,
                        drawn -> progress.accept((int) Math.min(count, (long) (drawn - first) * ranks.size())));
            }
            all.join(ranks);
            progress.accept(count);
        }
        return all.weighted();
    }

    /** The first path of a rank; whole batches, because paths of one may depend on each other. */
    private int begin(long batches, int rank, int count) {
        return (int) Math.min(count, batch * (batches * rank / ranks.size()));
    }

    /** A stream for each rank, of one that all have and that goes on alike for all. */
    private Rng own(Rng rng) {
        Rng own = null;
        for (int r = 0; r < ranks.size(); r++) {
            Rng stream = rng.split();
            if (r == ranks.rank()) {
                own = stream;
            } else {
                stream.close();
            }
        }
        return Objects.requireNonNull(own);
    }

    private void draw(Collected all, int until, Rng rng, IntConsumer progress) {
        int portion = simulator.portion(batch);
        int rest = (until - all.size) % portion;
        draw(portion, until - rest, all, rng, progress);
        if (rest > 0) {
            draw(rest, until, all, rng, progress);
        }
    }

    private void draw(int n, int until, Collected all, Rng rng, IntConsumer progress) {
        try (Simulation runs = simulator.runs(Math.min(n, batch), rng.device())) {
            while (all.size < until) {
                AtomicInteger ended = new AtomicInteger(all.size);
                runs.tell(more -> progress.accept(ended.addAndGet(more)));
                try (Scope scope = Scope.open()) {
                    Tensor rows = Tensors.range(n, rng.device()).add(Ops.scalar((long) all.size));
                    Paths paths = runs.forward(rows, rng, null);
                    all.add(paths, refineLast(simulator, paths, rng));
                    progress.accept(all.size);
                }
            }
        }
    }

    /** Moves the ends of the paths in place. */
    private static Cost refineLast(Simulator simulator, Paths paths, Rng rng) {
        MarkovKernel moves = simulator.between();
        if (moves == null) {
            return Cost.NONE;
        }
        long start = System.nanoTime();
        AnnealingPath path = simulator.flow().path().rows(paths.rows());
        double last = simulator.grid().at(simulator.grid().steps());
        paths.x().copy_(moves.step(path.target(), paths.x(), path.strength(last), rng));
        paths.u().copy_(path.target().logDensity(paths.x()));
        long evaluations = paths.x().size(0) * (1 + moves.targetEvaluations(path.space()));
        return new Cost(evaluations, 0, (System.nanoTime() - start) / 1e9);
    }

    /** Where the paths of all batches ended. */
    private static final class Collected {
        private final StateSpace space;
        private final byte[] states;
        private final double[] u;
        private final double @Nullable [] left;
        private final double @Nullable [] trapezoid;
        private final double[] exact;
        private final long[] calls;
        private final long[] jumps;
        private Cost cost = Cost.NONE;
        private int size;

        Collected(Simulator simulator, int count) {
            space = simulator.flow().path().space();
            states = new byte[Math.multiplyExact(count, space.sites())];
            u = new double[count];
            left = simulator instanceof Steps ? new double[count] : null;
            trapezoid = simulator instanceof Steps ? new double[count] : null;
            exact = new double[count];
            calls = new long[count];
            jumps = new long[count];
        }

        void add(Paths paths, Cost more) {
            byte[] x = Tensors.bytes(paths.x());
            System.arraycopy(x, 0, states, size * space.sites(), x.length);
            copy(Tensors.doubles(paths.u()), u);
            copy(Tensors.doubles(paths.weights().exact()), exact);
            if (left != null && trapezoid != null) {
                copy(Tensors.doubles(paths.weights().left()), left);
                copy(Tensors.doubles(paths.weights().trapezoid()), trapezoid);
            }
            copy(Tensors.longs(paths.calls()), calls);
            copy(Tensors.longs(paths.jumps()), jumps);
            cost = cost.plus(paths.cost()).plus(more);
            size += x.length / space.sites();
        }

        /** Each rank has its rows and zeros for the others'. */
        void join(Ranks ranks) {
            try (Scope scope = Scope.open()) {
                Tensor x = Tensors.of(states, Device.CPU, states.length);
                ranks.sum(x);
                byte[] whole = Tensors.bytes(x);
                System.arraycopy(whole, 0, states, 0, whole.length);
            }
            for (double @Nullable [] numbers : Arrays.asList(u, exact, left, trapezoid)) {
                if (numbers != null) {
                    double[] whole = ranks.sum(numbers);
                    System.arraycopy(whole, 0, numbers, 0, whole.length);
                }
            }
            for (long[] numbers : new long[][] {calls, jumps}) {
                double[] whole =
                        ranks.sum(Arrays.stream(numbers).asDoubleStream().toArray());
                Arrays.setAll(numbers, k -> (long) whole[k]);
            }
            double[] costs = ranks.sum(cost.targetEvaluations(), cost.networkEvaluations(), cost.seconds());
            cost = new Cost((long) costs[0], (long) costs[1], costs[2] / ranks.size());
            size = u.length;
        }

        private void copy(double[] from, double[] to) {
            System.arraycopy(from, 0, to, size, from.length);
        }

        private void copy(long[] from, long[] to) {
            System.arraycopy(from, 0, to, size, from.length);
        }

        Weighted weighted() {
            return new Weighted(new SampleSet(space, states, u, exact, cost), left, trapezoid, calls, jumps);
        }
    }
}
