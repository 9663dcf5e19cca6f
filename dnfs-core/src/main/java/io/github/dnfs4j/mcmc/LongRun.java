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
 * A few long Markov chains at t = 1: after {@code burnIn} steps every {@code thin}-th state of each is a sample. With a
 * cluster kernel it is the oracle where nothing can be enumerated.
 */
public record LongRun(AnnealingPath path, MarkovKernel kernel, int chains, int burnIn, int thin) implements Sampler {
    public LongRun {
        if (chains < 1 || burnIn < 0 || thin < 1) {
            throw new IllegalArgumentException("a long run needs at least 1 chain, a burn-in of 0 or more steps and"
                    + " a sample at most every step");
        }
    }

    /**
     * The samples in the order of the rounds, and the same by chain.
     *
     * @param logDensity U of the kept states of each chain, [chains][rounds]
     */
    public record Result(SampleSet samples, double[][] logDensity) {}

    @Override
    public SampleSet sample(int count, Rng rng) {
        SampleSet all = run((count + chains - 1) / chains, rng).samples();
        return all.first(count);
    }

    /** Keeps {@code rounds} states of each chain. */
    public Result run(int rounds, Rng rng) {
        long start = System.nanoTime();
        int d = path.space().sites();
        byte[] states = new byte[Math.multiplyExact(Math.multiplyExact(rounds, chains), d)];
        double[] u = new double[rounds * chains];
        double[][] series = new double[chains][rounds];
        try (Scope scope = Scope.open()) {
            Tensor x = path.start(chains, rng);
            walk(x, burnIn, rng);
            for (int r = 0; r < rounds; r++) {
                try (Scope round = Scope.open()) {
                    walk(x, thin, rng);
                    System.arraycopy(Tensors.bytes(x), 0, states, r * chains * d, chains * d);
                    double[] density = Tensors.doubles(path.target().logDensity(x));
                    System.arraycopy(density, 0, u, r * chains, chains);
                    for (int c = 0; c < chains; c++) {
                        series[c][r] = density[c];
                    }
                }
            }
        }
        long steps = burnIn + (long) thin * rounds;
        long evaluations = chains * (steps * kernel.targetEvaluations(path.space()) + rounds);
        Cost cost = new Cost(evaluations, 0, (System.nanoTime() - start) / 1e9);
        return new Result(new SampleSet(path.space(), states, u, new double[u.length], cost), series);
    }

    private void walk(Tensor x, int steps, Rng rng) {
        for (int k = 0; k < steps; k++) {
            try (Scope step = Scope.open()) {
                x.copy_(kernel.step(path.target(), x, 1, rng));
            }
        }
    }
}
