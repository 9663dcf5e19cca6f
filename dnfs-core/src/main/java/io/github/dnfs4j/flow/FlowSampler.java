package io.github.dnfs4j.flow;

import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Ops;
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
                new Simulator(s.flow(), s.grid(), s.kernel(), s.floor(), moves, s.resampleBelow()), batch);
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
                Simulator here = simulator.rows(rows);
                Simulator.Paths paths = here.forward(n, rng, null);
                cost = cost.plus(paths.cost()).plus(refineLast(here, paths, rng));
                System.arraycopy(Tensors.bytes(paths.x()), 0, states, from * space.sites(), n * space.sites());
                System.arraycopy(Tensors.doubles(paths.u()), 0, u, from, n);
                System.arraycopy(Tensors.doubles(paths.weights().left()), 0, left, from, n);
                System.arraycopy(Tensors.doubles(paths.weights().trapezoid()), 0, trapezoid, from, n);
                System.arraycopy(Tensors.doubles(paths.weights().exact()), 0, exact, from, n);
            }
        }
        return new Weighted(new SampleSet(space, states, u, exact, cost), left, trapezoid);
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
}
