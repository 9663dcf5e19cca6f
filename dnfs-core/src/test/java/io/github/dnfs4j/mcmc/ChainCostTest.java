package io.github.dnfs4j.mcmc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

/** What samples say that they cost is what the target was asked: ratios of a state count as all of its neighbours. */
class ChainCostTest {
    private static final int COUNT = 50;
    private static final int STEPS = 3;

    private record Counted(Target target, AtomicLong evaluations) implements Target {
        @Override
        public StateSpace space() {
            return target.space();
        }

        @Override
        public Tensor logDensity(Tensor x) {
            evaluations.addAndGet(x.size(0));
            return target.logDensity(x);
        }

        @Override
        public Tensor logRatios(Tensor x) {
            evaluations.addAndGet(x.size(0) * space().neighbours());
            return target.logRatios(x);
        }

        @Override
        public Tensor logRatiosAt(Tensor x, int site) {
            evaluations.addAndGet(x.size(0) * (space().states() - 1));
            return target.logRatiosAt(x, site);
        }
    }

    private interface Run {
        Cost cost(AnnealingPath path, MarkovKernel kernel, Rng rng);
    }

    private static final Map<String, MarkovKernel> KERNELS = Map.of(
            "gibbs", new Gibbs(),
            "random scan", Gibbs.randomScan(),
            "gwg", new Metropolis(new GibbsWithGradients(), Guess.EXACT, 4, true),
            "dmala", new Metropolis(new DiscreteLangevin(0.3), Guess.EXACT, 1, true),
            "dula", new Metropolis(new DiscreteLangevin(0.3), Guess.EXACT, 2, false));

    private static final Map<String, Run> RUNS = Map.of(
            "chains",
                    (path, kernel, rng) -> new ChainSampler(path, kernel, STEPS)
                            .sample(COUNT, rng)
                            .cost(),
            "annealed",
                    (path, kernel, rng) -> AnnealedSampler.ais(path, kernel, STEPS)
                            .sample(COUNT, rng)
                            .cost(),
            "resampled",
                    (path, kernel, rng) -> new AnnealedSampler(path, kernel, TimeGrid.uniform(STEPS), 1, 20)
                            .sample(COUNT, rng)
                            .cost(),
            "tempered",
                    (path, kernel, rng) -> ParallelTempering.even(path, kernel, STEPS, 3)
                            .sample(COUNT, rng)
                            .cost());

    @Test
    void theTargetIsAskedAsOftenAsIsSaid() {
        RUNS.forEach((name, run) -> KERNELS.forEach((kernelName, kernel) -> {
            Counted target = new Counted(Tabulated.random(4, 3, 0.5, 6), new AtomicLong());
            try (Rng rng = Rng.seeded(71, Device.CPU)) {
                long said = run.cost(new AnnealingPath(target), kernel, rng).targetEvaluations();
                assertThat(said).as("%s, %s", name, kernelName).isPositive().isEqualTo(target.evaluations.get());
            }
        }));
    }
}
