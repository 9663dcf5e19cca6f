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

    /** This sampler with paths that several processes draw together: all ask for as many, with the same stream. */
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
    public Sampler telling(IntConsumer drawn) {
        return (count, rng) -> weighted(count, rng, drawn).samples();
    }

    @Override
    public SampleSet sample(int count, Rng rng) {
        return weighted(count, rng).samples();
    }

    /** Draws samples with all weights that their paths have. */
    public Weighted weighted(int count, Rng rng) {
        return weighted(count, rng, number -> {});
    }

    /** Draws them and tells on the way, from any thread, how many there are. */
    public Weighted weighted(int count, Rng rng, IntConsumer drawn) {
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1, not " + count);
        }
        Collected paths = new Collected(simulator, count);
        if (ranks.size() == 1) {
            draw(paths, count, rng, drawn);
        } else {
            long batches = (count + batch - 1L) / batch;
            int first = begin(batches, ranks.rank(), count);
            int until = begin(batches, ranks.rank() + 1, count);
            paths.size = first;
            try (Rng stream = own(rng)) {
                draw(paths, until, stream, k -> drawn.accept((int) Math.min(count, (long) (k - first) * ranks.size())));
            }
            drawn.accept(count);
        }
        return paths.joined(ranks);
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

    private void draw(Collected all, int until, Rng rng, IntConsumer drawn) {
        int portion = simulator.portion(batch);
        int rest = (until - all.size) % portion;
        draw(portion, until - rest, all, rng, drawn);
        if (rest > 0) {
            draw(rest, until, all, rng, drawn);
        }
    }

    private void draw(int n, int until, Collected all, Rng rng, IntConsumer drawn) {
        try (Simulation runs = simulator.runs(Math.min(n, batch), rng.device())) {
            while (all.size < until) {
                AtomicInteger ended = new AtomicInteger(all.size);
                runs.tell(more -> drawn.accept(ended.addAndGet(more)));
                try (Scope scope = Scope.open()) {
                    Tensor rows = Tensors.range(n, rng.device()).add(Ops.scalar((long) all.size));
                    Paths paths = runs.forward(rows, rng, null);
                    all.add(paths, refineLast(simulator, paths, rng));
                    drawn.accept(all.size);
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

    /** Where the paths of all batches ended; of several ranks each has its own rows, and zeros for the others'. */
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

        private void copy(double[] from, double[] to) {
            System.arraycopy(from, 0, to, size, from.length);
        }

        private void copy(long[] from, long[] to) {
            System.arraycopy(from, 0, to, size, from.length);
        }

        Weighted joined(Ranks ranks) {
            double[] costs = ranks.sum(cost.targetEvaluations(), cost.networkEvaluations(), cost.seconds());
            Cost all = new Cost((long) costs[0], (long) costs[1], costs[2] / ranks.size());
            return new Weighted(
                    new SampleSet(space, sum(ranks, states), ranks.sum(u), ranks.sum(exact), all),
                    left == null ? null : ranks.sum(left),
                    trapezoid == null ? null : ranks.sum(trapezoid),
                    sum(ranks, calls),
                    sum(ranks, jumps));
        }

        private static byte[] sum(Ranks ranks, byte[] own) {
            if (ranks.size() == 1) {
                return own;
            }
            try (Scope scope = Scope.open()) {
                Tensor x = Tensors.of(own, Device.CPU, own.length);
                ranks.sum(x);
                return Tensors.bytes(x);
            }
        }

        private static long[] sum(Ranks ranks, long[] own) {
            double[] numbers = Arrays.stream(own).asDoubleStream().toArray();
            return Arrays.stream(ranks.sum(numbers)).mapToLong(v -> (long) v).toArray();
        }
    }
}
