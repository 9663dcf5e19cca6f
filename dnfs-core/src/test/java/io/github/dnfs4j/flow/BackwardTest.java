package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.mcmc.Gibbs;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Paths run backwards from samples of the target bound log Z from above and the log probability from below. */
class BackwardTest {
    private static final TimeGrid GRID = TimeGrid.uniform(6);
    private static final RateFloor FLOOR = new RateFloor(1, 0);
    private static final int N = 4_000;

    private static double[] backward(Cases c, StepRule kernel, Tensor x, Rng rng) {
        Simulator simulator = Steps.of(c.flow(), GRID, kernel, FLOOR);
        return Tensors.doubles(simulator.backward(x, rng).weights().exact());
    }

    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withKernels")
    void inverseWeightsAverageToInverseZ(Cases c, StepRule kernel) {
        Enumeration e = Enumeration.of(c.target());
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(41, Device.CPU)) {
            Tensor x = Tensors.of(
                            e.sample(N, rng).states(), Device.CPU, N, e.space().sites())
                    .to(ScalarType.Long);
            double[] upper = backward(c, kernel, x, rng);
            double[] inverse = Arrays.stream(upper).map(w -> -w).toArray();
            double error = Weights.logMeanStandardError(inverse);
            assertThat(error).isLessThan(0.06);
            assertThat(Weights.logMean(inverse)).isCloseTo(-e.logZ(), within(4 * error));

            Simulator simulator = Steps.of(c.flow(), GRID, kernel, FLOOR);
            double[] lower =
                    Tensors.doubles(simulator.forward(N, rng, null).weights().exact());
            // The gap is real here: the network is untrained.
            assertThat(Statistics.mean(upper) - 4 * Statistics.standardError(upper))
                    .isGreaterThan(e.logZ());
            assertThat(Statistics.mean(lower) + 4 * Statistics.standardError(lower))
                    .isLessThan(e.logZ());
        }
    }

    /** {@code E_B[rho(x) / w]} is the probability that the forward chain ends in x; the mean log is below its log. */
    @ParameterizedTest
    @EnumSource(StepRule.class)
    void eachStateGetsTheProbabilityOfTheForwardChain(StepRule kernel) {
        Cases c = Cases.colours(Readout.ENERGY, 3);
        ExactChain exact = c.chain(FLOOR);
        double[] q = exact.density(0);
        for (int k = 0; k < GRID.steps(); k++) {
            q = ExactChain.apply(q, exact.step(exact.forward(GRID.at(k)), GRID.width(k), kernel));
        }
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(42, Device.CPU)) {
            int repeats = 300;
            Tensor states = Enumeration.states(c.target().space());
            Tensor x = states.unsqueeze(1).expand(exact.size, repeats, exact.d).reshape(-1, exact.d);
            double[] logw = backward(c, kernel, x, rng);
            for (int state = 0; state < exact.size; state++) {
                double u = exact.logDensity(state, 1);
                double[] bound = Arrays.stream(logw, state * repeats, (state + 1) * repeats)
                        .map(w -> u - w)
                        .toArray();
                assertThat(Weights.logMean(bound))
                        .as("state %d", state)
                        .isCloseTo(Math.log(q[state]), within(4.5 * Weights.logMeanStandardError(bound)));
                assertThat(Statistics.mean(bound)).isLessThan(Math.log(q[state]));
            }
        }
    }

    @Test
    void returnsTheUOfTheStatesGivenAndLeavesThemAlone() {
        Cases c = Cases.colours(Readout.ENERGY, 3);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(43, Device.CPU)) {
            Tensor x = Enumeration.states(c.target().space());
            long[] before = Tensors.longs(x);
            Simulator simulator = Steps.of(c.flow(), GRID, StepRule.EXPONENTIAL, FLOOR);
            Paths paths = simulator.backward(x, rng);
            assertThat(Tensors.longs(x)).isEqualTo(before);
            assertThat(Tensors.longs(paths.x())).isNotEqualTo(before);
            assertThat(Tensors.doubles(paths.u()))
                    .containsExactly(Enumeration.of(c.target()).logDensity());
        }
    }

    @Test
    void refusesMovesInBetweenAndResampling() {
        Cases c = Cases.spins(3, Readout.PLAIN, 1);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(44, Device.CPU)) {
            Tensor x = Enumeration.states(c.target().space());
            assertThatIllegalStateException()
                    .isThrownBy(
                            () -> new Steps(c.flow(), GRID, StepRule.EULER, FLOOR, new Gibbs(), 0).backward(x, rng));
            assertThatIllegalStateException()
                    .isThrownBy(() -> new Steps(c.flow(), GRID, StepRule.EULER, FLOOR, null, 0.5).backward(x, rng));
        }
    }
}
