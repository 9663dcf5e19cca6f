package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.mcmc.DiscreteLangevin;
import io.github.dnfs4j.mcmc.Gibbs;
import io.github.dnfs4j.mcmc.GibbsWithGradients;
import io.github.dnfs4j.mcmc.Guess;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.Metropolis;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.SamplerConformance;
import io.github.dnfs4j.testkit.SmallTargets;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Map;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A flow, trained or not, with moves after each step: its weighted samples are the enumerated target's. */
class RefinedFlowTest {
    static Stream<Arguments> refined() {
        Map<String, MarkovKernel> kernels = Map.of(
                "gibbs", new Gibbs(),
                "gwg", new Metropolis(new GibbsWithGradients(), Guess.EXACT, 1, true).repeated(3),
                "dmala", new Metropolis(new DiscreteLangevin(0.4), Guess.EXACT, 1, true));
        return SmallTargets.all().entrySet().stream()
                .filter(t -> t.getKey().matches("spin glass.*|Potts with.*|independent sets"))
                .flatMap(t -> kernels.entrySet().stream()
                        .map(k -> Arguments.of(t.getKey(), t.getValue(), k.getKey(), k.getValue())));
    }

    static Stream<Arguments> targets() {
        return SmallTargets.all().entrySet().stream().map(t -> Arguments.of(t.getKey(), t.getValue()));
    }

    @ParameterizedTest(name = "{2}: {0}")
    @MethodSource("refined")
    void weightsStayUnbiased(String name, Target target, String kernelName, MarkovKernel kernel) {
        check("flow + " + kernelName + ", " + name, target, kernel, 40);
    }

    /** The flow alone, on all ten targets: part of the same suite. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("targets")
    void plainFlowsFollowTheTarget(String name, Target target) {
        try (Rng rng = Rng.seeded(61, Device.CPU)) {
            SamplerConformance.checkWeights("flow, " + name, new FlowSampler(simulator(target), 1024), target, 40, rng);
        }
    }

    /** The moves at the end change the states: the densities beside them are those of where they led. */
    @ParameterizedTest(name = "{2}: {0}")
    @MethodSource("refined")
    void densitiesAreThoseOfTheStates(String name, Target target, String kernelName, MarkovKernel kernel) {
        Simulator steps = simulator(target);
        for (Simulator simulator : new Simulator[] {steps, Jumps.of(steps.flow(), 3)}) {
            try (Rng rng = Rng.seeded(63, Device.CPU);
                    Scope scope = Scope.open()) {
                SampleSet set = new FlowSampler(simulator, 30).refined(kernel).sample(50, rng);
                Tensor x = Tensors.of(
                                set.states(), Device.CPU, 50, target.space().sites())
                        .to(ScalarType.Long);
                assertThat(set.logDensity()).containsExactly(Tensors.doubles(target.logDensity(x)), within(1e-12));
            }
        }
    }

    /** Moves that do not leave p_t invariant do change the weights' meaning, and the suite sees it. */
    @Test
    void movesThatAreNotInvariantAreCaught() {
        Target target = SmallTargets.all().get("spin glass with fields");
        MarkovKernel unadjusted = new Metropolis(new DiscreteLangevin(2), Guess.EXACT, 1, false);
        assertThatThrownBy(() -> check("unadjusted", target, unadjusted, 100))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("T-square of unadjusted");
    }

    private static Simulator simulator(Target target) {
        Flow flow = Cases.of("case", target, Readout.ENERGY, 7).flow();
        return Steps.of(flow, TimeGrid.uniform(3), StepRule.EXPONENTIAL, new RateFloor(1, 0));
    }

    private static void check(String what, Target target, MarkovKernel kernel, int each) {
        try (Rng rng = Rng.seeded(62, Device.CPU)) {
            FlowSampler sampler = new FlowSampler(simulator(target), 1024).refined(kernel);
            SamplerConformance.checkWeights(what, sampler, target, each, rng);
        }
    }
}
