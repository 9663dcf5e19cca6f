package io.github.dnfs4j.flow;

import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Ops;
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
        StateSpace space = simulator.flow().path().space();
        byte[] states = new byte[Math.multiplyExact(count, space.sites())];
        double[] u = new double[count];
        double[] left = new double[count];
        double[] trapezoid = new double[count];
        double[] exact = new double[count];
        Cost cost = Cost.NONE;
        for (int from = 0; from < count; from += batch) {
            int n = Math.min(batch, count - from);
            try (Scope scope = Scope.open()) {
                Tensor rows = Tensors.range(n, rng.device()).add(Ops.scalar((long) from));
                Simulator.Paths paths = simulator.rows(rows).forward(n, rng, null);
                System.arraycopy(Tensors.bytes(paths.x()), 0, states, from * space.sites(), n * space.sites());
                System.arraycopy(Tensors.doubles(paths.u()), 0, u, from, n);
                System.arraycopy(Tensors.doubles(paths.weights().left()), 0, left, from, n);
                System.arraycopy(Tensors.doubles(paths.weights().trapezoid()), 0, trapezoid, from, n);
                System.arraycopy(Tensors.doubles(paths.weights().exact()), 0, exact, from, n);
                cost = cost.plus(paths.cost());
            }
        }
        return new Weighted(new SampleSet(space, states, u, exact, cost), left, trapezoid);
    }
}
