package io.github.dnfs4j.mcmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.target.Differentiable;
import io.github.dnfs4j.target.PairTarget;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.SamplerConformance;
import io.github.dnfs4j.testkit.SmallTargets;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kernel, and every sampler made of kernels, draws what enumeration says, on ten small targets. */
class ConformanceTest {
    private static final int COUNT = 6_000;
    private static final int STEPS = 20;

    /** The kernels that suit a target, each so that a step is about a sweep. */
    static Map<String, MarkovKernel> kernels(Target target) {
        int d = target.space().sites();
        Map<String, MarkovKernel> all = new LinkedHashMap<>();
        all.put("Gibbs", new Gibbs());
        all.put("random-scan Gibbs", Gibbs.randomScan());
        all.put("block Gibbs", new BlockGibbs(2));
        all.put("GwG", new Metropolis(new GibbsWithGradients(), Guess.EXACT, d, true));
        all.put("DMALA", new Metropolis(new DiscreteLangevin(0.5), Guess.EXACT, 2, true));
        if (target instanceof Differentiable smooth && smooth.prefersGradient()) {
            all.put("GwG, gradients", new Metropolis(new GibbsWithGradients(), Guess.GRADIENT, d, true));
            all.put("DMALA, gradients", new Metropolis(new DiscreteLangevin(0.5), Guess.GRADIENT, 2, true));
        }
        if (target instanceof PairTarget pairs) {
            all.put("coloured Gibbs", ColouredGibbs.of(pairs.pairs()));
            all.put("pair Gibbs", new PairGibbs());
            all.put("pair Gibbs, random scan", new PairGibbs(true));
            all.put("pair block Gibbs", new PairBlockGibbs(2));
            all.put("pair block Gibbs, blocks of 3", new PairBlockGibbs(3));
            all.put("Wolff", new Wolff(d));
            all.put("Swendsen-Wang", new SwendsenWang());
        }
        return all;
    }

    static Stream<Arguments> chains() {
        return SmallTargets.all().entrySet().stream()
                .flatMap(t -> kernels(t.getValue()).entrySet().stream()
                        .map(k -> Arguments.of(t.getKey(), t.getValue(), k.getKey(), k.getValue())));
    }

    static Stream<Arguments> targets() {
        return SmallTargets.all().entrySet().stream().map(t -> Arguments.of(t.getKey(), t.getValue()));
    }

    @ParameterizedTest(name = "{2}: {0}")
    @MethodSource("chains")
    void chainsFollowTheTarget(String name, Target target, String kernelName, MarkovKernel kernel) {
        try (Rng rng = Rng.seeded(11, Device.CPU)) {
            ChainSampler sampler = new ChainSampler(new AnnealingPath(target), kernel, STEPS);
            SamplerConformance.checkDraws(kernelName + ", " + name, sampler, target, COUNT, rng);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("targets")
    void temperedChainsFollowTheTarget(String name, Target target) {
        try (Rng rng = Rng.seeded(12, Device.CPU)) {
            MarkovKernel kernel = MarkovKernels.gibbs(target, Device.CPU);
            var sampler = ParallelTempering.even(new AnnealingPath(target), kernel, STEPS / 2, 3);
            SamplerConformance.checkDraws("parallel tempering, " + name, sampler, target, COUNT, rng);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("targets")
    void annealedWeightsAreUnbiased(String name, Target target) {
        AnnealingPath path = new AnnealingPath(target);
        MarkovKernel dmala = new Metropolis(new DiscreteLangevin(0.5), Guess.of(target), 1, true);
        try (Rng rng = Rng.seeded(13, Device.CPU)) {
            SamplerConformance.checkWeights("AIS, " + name, AnnealedSampler.ais(path, dmala, 4), target, 100, rng);
            SamplerConformance.checkRuns("SMC, " + name, resampling(path), target, 100, rng);
            MarkovKernel gibbs = MarkovKernels.gibbs(target, Device.CPU);
            Sampler population = PopulationAnnealing.even(path, gibbs, 4, 100);
            SamplerConformance.checkRuns("population annealing, " + name, population, target, 100, rng);
        }
    }

    private static AnnealedSampler resampling(AnnealingPath path) {
        MarkovKernel gibbs = MarkovKernels.gibbs(path.target(), Device.CPU);
        // Often: a threshold that is never reached would test nothing.
        return new AnnealedSampler(path, gibbs, TimeGrid.uniform(4), 0.9, 1024);
    }

    /** A batch whose ESS is below the share is drawn anew, its weights all their mean; one above it stays as it is. */
    @Test
    void onlyABatchOfFewSamplesIsDrawnAnew() {
        for (double scale : new double[] {4, 0.1}) {
            AnnealingPath path = new AnnealingPath(Tabulated.random(4, 3, scale, 6));
            AnnealedSampler smc = new AnnealedSampler(path, new Gibbs(), TimeGrid.uniform(1), 0.5, 50);
            AnnealedSampler plain = new AnnealedSampler(path, new Gibbs(), TimeGrid.uniform(1), 0, 50);
            try (Rng rng = Rng.seeded(14, Device.CPU);
                    Rng same = Rng.seeded(14, Device.CPU)) {
                double[] w = smc.sample(50, rng).logWeights();
                double[] before = plain.sample(50, same).logWeights();
                boolean few = Weights.ess(before) < 0.5;
                assertThat(few).isEqualTo(scale > 1);
                assertThat(Arrays.stream(w).distinct().count())
                        .isEqualTo(few ? 1 : Arrays.stream(before).distinct().count());
                assertThat(Weights.logMean(w)).isCloseTo(Weights.logMean(before), within(1e-9));
            }
        }
    }

    /** The suite has teeth: a proposal that forgets its way back makes a wrong acceptance rule, and is caught. */
    @Test
    void aBrokenAcceptanceRuleIsCaught() {
        Target target = SmallTargets.all().get("lattice with a field");
        for (LocalProposal proposal : new LocalProposal[] {new GibbsWithGradients(), new DiscreteLangevin(0.5)}) {
            MarkovKernel broken = new Metropolis(new Forgetful(proposal), Guess.EXACT, 1, true);
            assertThatThrownBy(() -> chainsFollowTheTarget("lattice", target, "broken", broken.repeated(5)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("chi-square of broken");
        }
        MarkovKernel unadjusted = new Metropolis(new DiscreteLangevin(0.5), Guess.EXACT, 2, false);
        assertThatThrownBy(() -> chainsFollowTheTarget("lattice", target, "unadjusted", unadjusted))
                .isInstanceOf(AssertionError.class);
    }

    /** Moves at a wrong time break the weights, and are caught as well. */
    @Test
    void aWrongAnnealingTimeIsCaught() {
        Target target = SmallTargets.all().get("lattice with a field");
        MarkovKernel gibbs = new PairGibbs();
        MarkovKernel late = new MarkovKernel() {
            @Override
            public Tensor step(Target target, Tensor x, double strength, Rng rng) {
                return gibbs.step(target, x, Math.min(1, strength + 0.25), rng);
            }

            @Override
            public long targetEvaluations(StateSpace space) {
                return 0;
            }
        };
        try (Rng rng = Rng.seeded(14, Device.CPU)) {
            var sampler = AnnealedSampler.ais(new AnnealingPath(target), late, 4);
            assertThatThrownBy(() -> SamplerConformance.checkWeights("late", sampler, target, 100, rng))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("T-square of late");
        }
    }

    private record Forgetful(LocalProposal proposal) implements LocalProposal {
        @Override
        public Tensor draw(Tensor x, Tensor r, Rng rng) {
            return proposal.draw(x, r, rng);
        }

        @Override
        public Tensor logProbability(Tensor x, Tensor r, Tensor y) {
            return Tensors.full(0, Tensors.device(x), x.size(0));
        }
    }
}
