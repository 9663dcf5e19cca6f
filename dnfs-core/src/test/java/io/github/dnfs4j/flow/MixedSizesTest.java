package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Structure;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Flows over sites of different sizes: no state has a value that its site has not, and weights stay exact. */
class MixedSizesTest {
    private static final StateSpace SPACE = StateSpace.of(3, 1, 2, 4, 2);
    private static final int COUNT = 3000;

    static Stream<Arguments> networks() {
        return NetworkSettings.possible(Structure.NONE).stream()
                .flatMap(k -> Stream.of(Link.RELU, Link.SOFTPLUS).map(l -> Arguments.of(k, l)));
    }

    @ParameterizedTest
    @MethodSource("networks")
    void weightsAreExact(String kind, Link link) {
        Target target = Tabulated.random(SPACE, 0.8, 4);
        try (Rng rng = Rng.seeded(17, Device.CPU);
                RateNet net = NetworkSettings.defaults(kind).build(target, rng)) {
            Flow flow = new Flow(new AnnealingPath(target), net, Precision.FP32).linked(link);
            check(target, new FlowSampler(Jumps.of(flow, 3), 256).sample(COUNT, rng));
            check(
                    target,
                    new FlowSampler(Steps.of(flow, TimeGrid.uniform(8), StepRule.EXPONENTIAL, Cases.REVERSIBLE), 256)
                            .sample(COUNT, rng));
            backwards(target, Jumps.of(flow, 3), rng);
        }
    }

    private static void check(Target target, SampleSet drawn) {
        Enumeration exact = Enumeration.of(target);
        double[] w = new double[COUNT];
        double[] f = new double[COUNT];
        for (int k = 0; k < COUNT; k++) {
            for (int i = 0; i < SPACE.sites(); i++) {
                assertThat(drawn.value(k, i)).isLessThan(SPACE.size(i));
            }
            w[k] = Math.exp(drawn.logWeights()[k] - exact.logZ());
            f[k] = w[k] * drawn.value(k, 3);
        }
        assertThat(Statistics.mean(w)).isCloseTo(1, within(5 * Statistics.standardError(w)));
        double[] p = exact.probabilities();
        double third = 0;
        for (int k = 0; k < p.length; k++) {
            third += p[k] * exact.state(k)[3];
        }
        assertThat(Statistics.mean(f)).isCloseTo(third, within(5 * Statistics.standardError(f)));
    }

    /** E over paths back from the target of 1/w is 1/Z. */
    private static void backwards(Target target, Simulator jumps, Rng rng) {
        Enumeration exact = Enumeration.of(target);
        try (Scope scope = Scope.open()) {
            SampleSet truth = exact.sample(COUNT, rng);
            Tensor x =
                    Tensors.of(truth.states(), Device.CPU, COUNT, SPACE.sites()).to(ScalarType.Long);
            Paths paths = jumps.backward(x, rng);
            double[] inverse = Arrays.stream(Tensors.doubles(paths.weights().exact()))
                    .map(w -> Math.exp(exact.logZ() - w))
                    .toArray();
            assertThat(Statistics.mean(inverse)).isCloseTo(1, within(5 * Statistics.standardError(inverse)));
        }
    }
}
