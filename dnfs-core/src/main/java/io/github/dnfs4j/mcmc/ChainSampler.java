package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Independent Markov chains from uniform starts, {@code steps} moves each at t = 1; the last state of each chain is a
 * sample. Log weights are zero: a chain does not know Z, and what it has not yet forgotten of its start it does not
 * report.
 */
public record ChainSampler(AnnealingPath path, MarkovKernel kernel, int steps) implements Sampler {
    public ChainSampler {
        if (steps < 1) {
            throw new IllegalArgumentException("steps must be at least 1, not " + steps);
        }
    }

    /**
     * The samples and how the chains came to them.
     *
     * @param logDensity U of each chain after each of its last steps, [count][kept]
     * @param acceptance share of accepted proposals over all steps
     */
    public record Traced(SampleSet samples, double[][] logDensity, double acceptance) {}

    @Override
    public SampleSet sample(int count, Rng rng) {
        return traced(count, 0, rng).samples();
    }

    /** Runs the chains and keeps U after each of their last {@code kept} steps. */
    public Traced traced(int count, int kept, Rng rng) {
        if (kept < 0 || kept > steps) {
            throw new IllegalArgumentException("of " + steps + " steps " + kept + " cannot be kept");
        }
        long start = System.nanoTime();
        try (Scope scope = Scope.open()) {
            Tensor x = path.start(count, rng);
            Tensor accepted = Tensors.zeros(ScalarType.Double, rng.device(), count);
            Tensor trace = Tensors.zeros(ScalarType.Double, rng.device(), count, kept);
            for (int k = 0; k < steps; k++) {
                try (Scope step = Scope.open()) {
                    MarkovKernel.Move move = kernel.move(path.target(), x, 1, rng);
                    x.copy_(move.x());
                    accepted.add_(move.acceptance());
                    if (k >= steps - kept) {
                        trace.select(1, k - steps + kept).copy_(path.target().logDensity(x));
                    }
                }
            }
            double[] u = Tensors.doubles(path.target().logDensity(x));
            long evaluations = count * (steps * kernel.targetEvaluations(path.space()) + 1 + kept);
            Cost cost = new Cost(evaluations, 0, (System.nanoTime() - start) / 1e9);
            SampleSet samples = new SampleSet(path.space(), Tensors.bytes(x), u, new double[count], cost);
            return new Traced(
                    samples,
                    rows(Tensors.doubles(trace), count, kept),
                    accepted.mean().item_double() / steps);
        }
    }

    private static double[][] rows(double[] flat, int count, int kept) {
        double[][] rows = new double[count][kept];
        for (int k = 0; k < count; k++) {
            System.arraycopy(flat, k * kept, rows[k], 0, kept);
        }
        return rows;
    }
}
