package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Simulated annealing: from a uniform start, one kernel step at each inverse temperature {@code t_1 <= ... <= t_K},
 * which may go beyond 1. It looks for the largest U and returns the best state that each restart saw; these do not
 * follow the target's law, and their log weights are zero.
 */
public record SimulatedAnnealing(AnnealingPath path, MarkovKernel kernel, double... inverseTemperatures)
        implements Sampler {
    public SimulatedAnnealing {
        inverseTemperatures = inverseTemperatures.clone();
        if (inverseTemperatures.length < 1
                || !Arrays.stream(inverseTemperatures).allMatch(b -> b >= 0 && Double.isFinite(b))) {
            throw new IllegalArgumentException("annealing needs inverse temperatures of 0 or more");
        }
    }

    /** So many steps with temperatures falling geometrically. */
    public static SimulatedAnnealing geometric(
            AnnealingPath path, MarkovKernel kernel, double hottest, double coldest, int steps) {
        if (!(coldest > 0) || !(hottest >= coldest) || Double.isInfinite(hottest)) {
            throw new IllegalArgumentException(
                    "temperatures fall from " + hottest + " to " + coldest + ", both above 0");
        }
        double[] t = new double[steps];
        Arrays.setAll(t, k -> 1 / (hottest * Math.pow(coldest / hottest, steps == 1 ? 1 : k / (steps - 1.0))));
        return new SimulatedAnnealing(path, kernel, t);
    }

    @Override
    public SampleSet sample(int count, Rng rng) {
        long start = System.nanoTime();
        try (Scope scope = Scope.open()) {
            Tensor x = path.start(count, rng);
            Tensor best = x.clone();
            Tensor highest = path.target().logDensity(x).to(ScalarType.Double).clone();
            for (double t : inverseTemperatures) {
                try (Scope step = Scope.open()) {
                    x.copy_(kernel.step(path.target(), x, t, rng));
                    Tensor u = path.target().logDensity(x);
                    Tensor better = u.gt(highest);
                    best.copy_(x.where(better.unsqueeze(1), best));
                    highest.copy_(u.where(better, highest));
                }
            }
            long evaluations = count * (1 + inverseTemperatures.length * (1 + kernel.targetEvaluations(path.space())));
            Cost cost = new Cost(evaluations, 0, (System.nanoTime() - start) / 1e9);
            double[] u = Tensors.doubles(highest);
            return new SampleSet(path.space(), Tensors.bytes(best), u, new double[count], cost);
        }
    }
}
