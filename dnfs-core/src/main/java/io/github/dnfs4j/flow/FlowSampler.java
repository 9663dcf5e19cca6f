package io.github.dnfs4j.flow;

import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Draws any number of weighted samples from a simulator, {@code batch} paths at a time.
 *
 * <p>With Markov moves between the steps, the same moves follow the last step: they need no network, because nothing is
 * simulated from where they lead, and they change no weight.
 *
 * <p>With resampling on, the paths of one batch depend on each other, and each batch is weighed on its own.
 */
public record FlowSampler(Simulator simulator, int batch) implements Sampler {
    public FlowSampler {
        if (batch < 1) {
            throw new IllegalArgumentException("batch must be at least 1, not " + batch);
        }
    }

    /** The same with moves that leave p_t invariant after each step; null for none. */
    public FlowSampler refined(@Nullable MarkovKernel moves) {
        Simulator s = simulator;
        return new FlowSampler(
                new Simulator(s.flow(), s.grid(), s.kernel(), s.floor(), moves, s.resampleBelow(), s.turns()), batch);
    }

    /** The samples with exact weights, and the other two kinds of log weights in the same order. */
    public record Weighted(SampleSet samples, double[] left, double[] trapezoid) {}

    @Override
    public SampleSet sample(int count, Rng rng) {
        return weighted(count, rng).samples();
    }

    /** Draws samples with all three weights. */
    public Weighted weighted(int count, Rng rng) {
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1, not " + count);
        }
        Collected all = new Collected(simulator.flow().path().space(), count);
        int rest = count % batch;
        draw(batch, count - rest, all, rng);
        if (rest > 0) {
            draw(rest, count, all, rng);
        }
        return all.weighted();
    }

    private void draw(int n, int until, Collected all, Rng rng) {
        try (Simulation runs = simulator.runs(n, rng.device())) {
            while (all.size < until) {
                try (Scope scope = Scope.open()) {
                    Simulator.Paths paths = runs.forward(simulator.grid(), all.size, rng, null);
                    all.add(paths, refineLast(simulator, paths, rng));
                }
            }
        }
    }

    /** Moves the ends of the paths in place. */
    private static Cost refineLast(Simulator simulator, Simulator.Paths paths, Rng rng) {
        MarkovKernel moves = simulator.between();
        if (moves == null) {
            return Cost.NONE;
        }
        long start = System.nanoTime();
        AnnealingPath path = simulator.flow().path().rows(paths.rows());
        double last = simulator.grid().at(simulator.grid().steps());
        paths.x().copy_(moves.step(path, paths.x(), last, rng));
        paths.u().copy_(path.target().logDensity(paths.x()));
        long evaluations = paths.x().size(0) * (1 + moves.targetEvaluations(path.space()));
        return new Cost(evaluations, 0, (System.nanoTime() - start) / 1e9);
    }

    /** Where the paths of all batches ended. */
    private static final class Collected {
        private final StateSpace space;
        private final byte[] states;
        private final double[] u;
        private final double[] left;
        private final double[] trapezoid;
        private final double[] exact;
        private Cost cost = Cost.NONE;
        private int size;

        Collected(StateSpace space, int count) {
            this.space = space;
            states = new byte[Math.multiplyExact(count, space.sites())];
            u = new double[count];
            left = new double[count];
            trapezoid = new double[count];
            exact = new double[count];
        }

        void add(Simulator.Paths paths, Cost more) {
            byte[] x = Tensors.bytes(paths.x());
            System.arraycopy(x, 0, states, size * space.sites(), x.length);
            copy(paths.u(), u);
            copy(paths.weights().left(), left);
            copy(paths.weights().trapezoid(), trapezoid);
            copy(paths.weights().exact(), exact);
            cost = cost.plus(paths.cost()).plus(more);
            size += x.length / space.sites();
        }

        private void copy(Tensor from, double[] to) {
            double[] values = Tensors.doubles(from);
            System.arraycopy(values, 0, to, size, values.length);
        }

        Weighted weighted() {
            return new Weighted(new SampleSet(space, states, u, exact, cost), left, trapezoid);
        }
    }
}
