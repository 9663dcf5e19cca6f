package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.net.Context;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Parameters;
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

/** Independent sites have a closed form: a flow that follows the path exactly weighs all paths the same. */
class PerfectFlowTest {

    /**
     * G for {@code U(x) = sum_i h_i(x_i)}. With {@code p_i(a) ~ exp(t h_i(a))} the flux {@code p(a) p(b) (h(b) - h(a))}
     * from a to b has the divergence dp/dt; as a rate out of the lower of the two values it is
     * {@code G(b | a) = (h(b) - h(a)) p(the higher)}, antisymmetric as it must be.
     */
    record Independent(double[][] h, Parameters parameters) implements RateNet {
        static Independent of(double[][] h) {
            try (Rng rng = Rng.seeded(0, Device.CPU)) {
                return new Independent(
                        h, new Parameters.Builder().add("none", 0, 1).build(rng, ScalarType.Double));
            }
        }

        @Override
        public Tensor antisymmetric(Tensor x, Tensor time, Context context) {
            double[] t = Tensors.doubles(time);
            long[] states = Tensors.longs(x);
            int d = h.length;
            int s = h[0].length;
            double[] g = new double[t.length * d * s];
            for (int k = 0; k < states.length; k++) {
                double at = t[k / d];
                double[] values = h[k % d];
                int a = (int) states[k];
                double[] p = Weights.normalised(
                        Arrays.stream(values).map(v -> at * v).toArray());
                for (int b = 0; b < s; b++) {
                    g[k * s + b] = (values[b] - values[a]) * p[values[b] > values[a] ? b : a];
                }
            }
            return Tensors.of(g, Device.CPU, t.length, d, s);
        }

        @Override
        public RateNet replica() {
            return this;
        }
    }

    private static Arguments spins() {
        double[] b = {0.5, -0.3, 0, 0.8};
        double[][] h = Arrays.stream(b).mapToObj(v -> new double[] {-v, v}).toArray(double[][]::new);
        return Arguments.of(Ising.of(new double[4][4], b), Independent.of(h));
    }

    private static Arguments colours() {
        double[][] h = {{0.4, -0.6, 0.1}, {0, 0.9, -0.2}};
        double[] u = new double[9];
        Arrays.setAll(u, k -> h[0][k / 3] + h[1][k % 3]);
        return Arguments.of(Tabulated.of(2, 3, u), Independent.of(h));
    }

    static Stream<Arguments> flows() {
        return Stream.of(spins(), colours());
    }

    @ParameterizedTest
    @MethodSource("flows")
    void xiIsTheSlopeOfLogZInEveryState(Target target, RateNet net) {
        ExactChain exact = new ExactChain(target, net, RateFloor.NONE, Link.RELU);
        for (double t : new double[] {0, 0.3, 1}) {
            try (Scope scope = Scope.open()) {
                Flow flow = new Flow(new AnnealingPath(target), net, Precision.FP32);
                Point point = flow.at(Enumeration.states(target.space()), t, Cases.REVERSIBLE);
                double[] slope = new double[exact.size];
                Arrays.fill(slope, exact.slope(t));
                assertThat(Tensors.doubles(point.xi())).containsExactly(slope, within(1e-10));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("flows")
    void integralWeightsAreEqualAndExactOnesBecomeSo(Target target, RateNet net) {
        double logZ = Enumeration.of(target).logZ();
        for (StepRule kernel : StepRule.values()) {
            double[] spread = new double[3];
            for (int k = 0; k < spread.length; k++) {
                spread[k] = 1 - exactEss(target, net, kernel, 8 << (2 * k), logZ);
            }
            assertThat(spread[0]).as("%s", kernel).isGreaterThan(spread[1] * 2);
            assertThat(spread[1]).as("%s", kernel).isGreaterThan(spread[2] * 2);
            assertThat(spread[2]).as("%s", kernel).isLessThan(0.01);
        }
    }

    /** All that cells cost is that G stands still in them: twice as many leave a sixteenth of the variance of log w. */
    @ParameterizedTest
    @MethodSource("flows")
    void theCostOfCellsFallsWithTheFourthPowerOfTheirNumber(Target target, RateNet net) {
        Flow flow = new Flow(new AnnealingPath(target), net, Precision.FP32);
        double[] variance = new double[3];
        for (int k = 0; k < variance.length; k++) {
            try (Rng rng = Rng.seeded(62, Device.CPU)) {
                SampleSet drawn = new FlowSampler(Jumps.of(flow, 4 << k), 500).sample(8000, rng);
                variance[k] = Statistics.variance(drawn.logWeights());
            }
        }
        assertThat(variance[0] / variance[1]).isBetween(12.0, 20.0);
        assertThat(variance[1] / variance[2]).isBetween(12.0, 20.0);
    }

    private static double exactEss(Target target, RateNet net, StepRule kernel, int steps, double logZ) {
        Flow flow = new Flow(new AnnealingPath(target), net, Precision.FP32);
        RateFloor floor = new RateFloor(0.1, 0);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(61, Device.CPU)) {
            LogWeights w = Steps.of(flow, TimeGrid.uniform(steps), kernel, floor)
                    .forward(2000, rng, null)
                    .weights();
            assertThat(Weights.ess(Tensors.doubles(w.left()))).isCloseTo(1, within(1e-12));
            assertThat(Weights.ess(Tensors.doubles(w.trapezoid()))).isCloseTo(1, within(1e-12));
            // The integral of the slope by the trapezoid rule.
            assertThat(Weights.logMean(Tensors.doubles(w.trapezoid()))).isCloseTo(logZ, within(1.0 / (steps * steps)));
            double[] exact = Tensors.doubles(w.exact());
            assertThat(Weights.logMean(exact)).isCloseTo(logZ, within(4 * Weights.logMeanStandardError(exact)));
            return Weights.ess(exact);
        }
    }
}
