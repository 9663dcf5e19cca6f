package io.github.dnfs4j.mcmc;

import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;

/**
 * Parallel tempering (replica exchange): chains at the inverse temperatures {@code t_1 < ... < t_R}. A step moves each
 * by its kernel and then exchanges the states of neighbours a, b, pairs (1,2), (3,4).. and (2,3), (4,5).. in turn, with
 * probability
 *
 * <pre>{@code min(1, exp((t_a - t_b) (U(x_b) - U(x_a))))}</pre>
 *
 * <p>which leaves the product of all p_t invariant. A sample is the last state of the chain at t = 1, the only one kept
 * of its R chains. Hot chains carry it over barriers.
 *
 * @param inverseTemperatures growing; the last is the one sampled, 1 for the target itself
 */
public record ParallelTempering(AnnealingPath path, MarkovKernel kernel, int steps, double... inverseTemperatures)
        implements Sampler {
    public ParallelTempering {
        inverseTemperatures = inverseTemperatures.clone();
        if (steps < 1) {
            throw new IllegalArgumentException("steps must be at least 1, not " + steps);
        }
        for (int k = 1; k < inverseTemperatures.length; k++) {
            if (!(inverseTemperatures[k] > inverseTemperatures[k - 1])) {
                throw new IllegalArgumentException("inverse temperatures must grow");
            }
        }
        if (inverseTemperatures.length < 2 || !(inverseTemperatures[0] >= 0)) {
            throw new IllegalArgumentException("tempering needs two or more inverse temperatures, none negative");
        }
    }

    /** R chains at t = 1/R, 2/R, ..., 1. */
    public static ParallelTempering even(AnnealingPath path, MarkovKernel kernel, int steps, int chains) {
        double[] t = new double[chains];
        Arrays.setAll(t, k -> (k + 1.0) / chains);
        return new ParallelTempering(path, kernel, steps, t);
    }

    @Override
    public SampleSet sample(int count, Rng rng) {
        long start = System.nanoTime();
        int replicas = inverseTemperatures.length;
        try (Scope scope = Scope.open()) {
            Tensor[] x = new Tensor[replicas];
            for (int r = 0; r < replicas; r++) {
                x[r] = path.start(count, rng);
            }
            for (int k = 0; k < steps; k++) {
                try (Scope step = Scope.open()) {
                    step(x, k, rng);
                }
            }
            Tensor cold = x[replicas - 1];
            double[] u = Tensors.doubles(path.target().logDensity(cold));
            long each = steps * (1 + kernel.targetEvaluations(path.space()));
            Cost cost = new Cost(count * (replicas * each + 1), 0, (System.nanoTime() - start) / 1e9);
            return new SampleSet(path.space(), Tensors.bytes(cold), u, new double[count], cost);
        }
    }

    private void step(Tensor[] x, int k, Rng rng) {
        Tensor[] u = new Tensor[x.length];
        for (int r = 0; r < x.length; r++) {
            x[r].copy_(kernel.step(path.target(), x[r], inverseTemperatures[r], rng));
            u[r] = path.target().logDensity(x[r]);
        }
        for (int a = k % 2; a + 1 < x.length; a += 2) {
            double difference = inverseTemperatures[a] - inverseTemperatures[a + 1];
            Tensor logRatio = times(u[a + 1].sub(u[a]), difference);
            Tensor swap = rng.uniform(x[a].size(0)).log().lt(logRatio).unsqueeze(1);
            Tensor first = x[a + 1].where(swap, x[a]);
            x[a + 1].copy_(x[a].where(swap, x[a + 1]));
            x[a].copy_(first);
        }
    }
}
