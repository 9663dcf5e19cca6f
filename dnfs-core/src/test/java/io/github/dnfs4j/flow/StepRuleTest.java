package io.github.dnfs4j.flow;

import static io.github.dnfs4j.torch.Ops.scalar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StepRuleTest {
    private static Tensor states(long... x) {
        return Tensors.of(x, Device.CPU, x.length, 1);
    }

    private static Tensor rates(double... r) {
        return Tensors.of(r, Device.CPU, r.length / 3, 1, 3);
    }

    private static Tensor uniforms(double... u) {
        return Tensors.of(u, Device.CPU, u.length, 1);
    }

    private static Tensor time(double dt) {
        return Tensors.full(dt, Device.CPU);
    }

    /** Two equal ticks of a fine clock: the share of uniforms that lead to each value is its probability. */
    @ParameterizedTest
    @EnumSource(StepRule.class)
    void uniformsArePartitionedByTheProbabilities(StepRule kernel) {
        int n = 30_000;
        double[] r = new double[3 * n];
        double[] u = new double[n];
        for (int k = 0; k < n; k++) {
            r[3 * k] = 0.5;
            r[3 * k + 2] = 1.5;
            u[k] = (k + 0.5) / n;
        }
        try (Scope scope = Scope.open()) {
            Tensor x = Tensors.full(1, Device.CPU, n, 1).to(states(0).scalar_type());
            long[] y = Tensors.longs(kernel.step(rates(r), x, time(0.2), uniforms(u)));
            double[] share = new double[3];
            for (long v : y) {
                share[(int) v] += 1.0 / n;
            }
            Tensor from = states(1, 1, 1);
            double[] logp = Tensors.doubles(
                    kernel.logProbability(rates(.5, 0, 1.5, .5, 0, 1.5, .5, 0, 1.5), from, states(0, 1, 2), time(0.2)));
            double leave = kernel == StepRule.EULER ? 0.4 : 1 - Math.exp(-0.4);
            double[] expected = {leave / 4, 1 - leave, leave * 3 / 4};
            for (int v = 0; v < 3; v++) {
                assertThat(share[v]).isCloseTo(expected[v], within(2.0 / n));
                assertThat(Math.exp(logp[v])).isCloseTo(expected[v], within(1e-15));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(StepRule.class)
    void siteWithoutRatesStays(StepRule kernel) {
        try (Scope scope = Scope.open()) {
            Tensor zero = rates(0, 0, 0, 0, 0, 0);
            Tensor x = states(2, 0);
            assertThat(Tensors.longs(kernel.step(zero, x, time(0.5), uniforms(0, 0.999))))
                    .containsExactly(2, 0);
            assertThat(Tensors.doubles(kernel.logProbability(zero, x, states(2, 1), time(0.5))))
                    .containsExactly(0, Double.NEGATIVE_INFINITY);
        }
    }

    @ParameterizedTest
    @EnumSource(StepRule.class)
    void moveOfRateZeroIsImpossible(StepRule kernel) {
        try (Scope scope = Scope.open()) {
            Tensor logp = kernel.logProbability(rates(0, 1, 0), states(0), states(2), time(0.5));
            assertThat(Tensors.doubles(logp)).containsExactly(Double.NEGATIVE_INFINITY);
        }
    }

    /** Where rounding puts the place of a leaving site at the very end, it goes to the last value that has a rate. */
    @ParameterizedTest
    @EnumSource(StepRule.class)
    void uniformJustBelowLeavingNeverPicksAnImpossibleMove(StepRule kernel) {
        Random random = new Random(1);
        int n = 2000;
        double[] r = new double[3 * n];
        for (int k = 0; k < n; k++) {
            r[3 * k + 1] = 3 * random.nextDouble();
        }
        try (Scope scope = Scope.open()) {
            double[] leave = Tensors.doubles(kernel.leave(rates(r).sum(-1).mul(scalar(0.5))));
            double[] u = new double[n];
            Arrays.setAll(u, k -> Math.nextDown(leave[k]));
            Tensor y = kernel.step(rates(r), states(new long[n]), time(0.5), uniforms(u));
            assertThat(Tensors.longs(y)).containsOnly(1);
            Tensor lowest = kernel.step(rates(r), states(new long[n]), time(0.5), uniforms(new double[n]));
            assertThat(Tensors.longs(lowest)).containsOnly(1);
        }
    }

    @Test
    void eulerClampsAndExponentialStaysFiniteAtHugeRates() {
        try (Scope scope = Scope.open()) {
            Tensor huge = rates(0, 1e6, 0);
            double[] euler = Tensors.doubles(StepRule.EULER.logProbability(huge, states(0), states(0), time(1)));
            assertThat(euler[0]).isCloseTo(Math.log(1e-3), within(1e-12));
            double[] exponential =
                    Tensors.doubles(StepRule.EXPONENTIAL.logProbability(huge, states(0), states(0), time(1)));
            assertThat(exponential[0]).isEqualTo(-1e6);
            // And at tiny ones the probability of leaving keeps its digits.
            double[] tiny = Tensors.doubles(
                    StepRule.EXPONENTIAL.logProbability(rates(0, 1e-20, 0), states(0), states(1), time(1)));
            assertThat(tiny[0]).isCloseTo(Math.log(1e-20), within(1e-12));
        }
    }

    @Test
    void parsesItsOwnNames() {
        for (StepRule kernel : StepRule.values()) {
            assertThat(StepRule.parse(kernel.toString())).isEqualTo(kernel);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StepRule.parse("heun"))
                .withMessageContaining("heun");
    }

    @Test
    void floorsMustBeFiniteAndNotNegative() {
        for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException().isThrownBy(() -> new RateFloor(bad, 0));
            assertThatIllegalArgumentException().isThrownBy(() -> new RateFloor(0, bad));
        }
    }
}
