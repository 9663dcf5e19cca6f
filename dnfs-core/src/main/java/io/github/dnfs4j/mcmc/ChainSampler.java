package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;

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

    @Override
    public SampleSet sample(int count, Rng rng) {
        long start = System.nanoTime();
        try (Scope scope = Scope.open()) {
            Tensor x = path.start(count, rng);
            for (int k = 0; k < steps; k++) {
                try (Scope step = Scope.open()) {
                    x.copy_(kernel.step(path, x, 1, rng));
                }
            }
            double[] u = Tensors.doubles(path.target().logDensity(x));
            long evaluations = count * (steps * kernel.targetEvaluations(path.space()) + 1);
            Cost cost = new Cost(evaluations, 0, (System.nanoTime() - start) / 1e9);
            return new SampleSet(path.space(), Tensors.bytes(x), u, new double[count], cost);
        }
    }
}
