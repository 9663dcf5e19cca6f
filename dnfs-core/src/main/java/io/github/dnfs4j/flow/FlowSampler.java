package io.github.dnfs4j.flow;

import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;

/**
 * Draws any number of weighted samples from a simulator, {@code batch} paths at a time.
 *
 * <p>With resampling on, the paths of one batch depend on each other, and each batch is weighed on its own.
 */
public record FlowSampler(Simulator simulator, int batch) implements Sampler {
    public FlowSampler {
        if (batch < 1) {
            throw new IllegalArgumentException("batch must be at least 1, not " + batch);
        }
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
                    all.add(runs.forward(simulator.grid(), all.size, rng, null));
                }
            }
        }
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

        void add(Simulator.Paths paths) {
            byte[] x = Tensors.bytes(paths.x());
            System.arraycopy(x, 0, states, size * space.sites(), x.length);
            copy(paths.u(), u);
            copy(paths.weights().left(), left);
            copy(paths.weights().trapezoid(), trapezoid);
            copy(paths.weights().exact(), exact);
            cost = cost.plus(paths.cost());
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
