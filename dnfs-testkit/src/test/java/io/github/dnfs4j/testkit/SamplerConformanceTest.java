package io.github.dnfs4j.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.mcmc.AnnealedSampler;
import io.github.dnfs4j.mcmc.ChainSampler;
import io.github.dnfs4j.mcmc.Gibbs;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.target.Target;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Right samplers pass on all ten targets, and each way to be wrong is found and named. */
class SamplerConformanceTest {
    private static final Function<Target, Sampler> EXACT = Enumeration::of;
    private static final Function<Target, Sampler> WEIGHTED =
            target -> AnnealedSampler.ais(new AnnealingPath(target), new Gibbs(), 2);

    private static Function<Target, Sampler> spoilt(
            Function<Target, Sampler> samplers, UnaryOperator<SampleSet> spoil) {
        return target -> (count, rng) -> spoil.apply(samplers.apply(target).sample(count, rng));
    }

    private static SampleSet with(SampleSet set, double[] logDensity, double[] logWeights) {
        return new SampleSet(set.space(), set.states(), logDensity, logWeights, set.cost());
    }

    private static void draws(Function<Target, Sampler> samplers, String message) {
        assertThatThrownBy(() -> SamplerConformance.checkDraws("mine", samplers, 6_000, 1))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(message);
    }

    private static void weights(Function<Target, Sampler> samplers, String message) {
        assertThatThrownBy(() -> SamplerConformance.checkWeights("mine", samplers, 100, 1))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(message);
    }

    @Test
    void rightOnesPass() {
        SamplerConformance.checkDraws("enumeration", EXACT, 6_000, 1);
        SamplerConformance.checkDraws(
                "Gibbs", target -> new ChainSampler(new AnnealingPath(target), new Gibbs(), 20), 6_000, 1);
        SamplerConformance.checkWeights("annealed", WEIGHTED, 100, 1);
    }

    @Test
    void aChainThatIsTooShort() {
        draws(target -> new ChainSampler(new AnnealingPath(target), new Gibbs(), 1), "chi-square of mine, ");
    }

    @Test
    void wrongDensitiesAndWeights() {
        draws(
                spoilt(
                        EXACT,
                        set -> with(
                                set,
                                Arrays.stream(set.logDensity())
                                        .map(u -> u + 1e-6)
                                        .toArray(),
                                set.logWeights())),
                "the log density of sample 0");
        draws(
                spoilt(
                        EXACT,
                        set -> with(set, set.logDensity(), new double[set.count()])
                                .first(100)),
                "6000 samples were asked for, 100 came");
        draws(WEIGHTED, "draws from the target weigh 1 or Z");
        weights(EXACT, "all weights are equal");
        weights(
                spoilt(
                        WEIGHTED,
                        set -> with(
                                set,
                                set.logDensity(),
                                Arrays.stream(set.logWeights())
                                        .map(w -> w + 0.05)
                                        .toArray())),
                "T-square of mine, ");
    }

    @Test
    void statesOutsideTheSpace() {
        draws(
                spoilt(EXACT, set -> {
                    set.states()[5] = 2;
                    return set;
                }),
                "site 5 has value 2");
    }
}
