package io.github.dnfs4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.testkit.OnlyDensity;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.List;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NeuralEnergyTest {
    private record Case(EnergySettings settings, StateSpace space) {}

    static Stream<Case> cases() {
        return Stream.of(
                new Case(new EnergySettings("mlp", 16, 3, 0, 0), new StateSpace(6, 2)),
                new Case(new EnergySettings("mlp", 8, 1, 0, 0), new StateSpace(4, 3)),
                new Case(EnergySettings.PAIRS, new StateSpace(7, 2)),
                new Case(new EnergySettings("conv", 5, 2, 2, 3), new StateSpace(6, 2)),
                new Case(new EnergySettings("conv", 4, 3, 2, 2), new StateSpace(4, 4)));
    }

    private static EnergyNet rough(Case c, Rng rng) {
        EnergyNet net = c.settings.build(c.space, rng);
        try (Scope scope = Scope.open()) {
            // Far from the flat start, so that every layer matters.
            net.parameters().values().copy_(rng.normal(net.parameters().values().numel()));
        }
        return net;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void ratiosAreThoseOfEveryNeighbour(Case c) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU);
                EnergyNet net = rough(c, rng)) {
            Target target = NeuralEnergy.live(net);
            Tensor x = rng.integers(c.space.states(), 9, c.space.sites());
            double[] plain = Tensors.doubles(new OnlyDensity(target).logRatios(x));
            double size = Tensors.doubles(target.logDensity(x).abs().max())[0] + 1;
            assertThat(Tensors.doubles(target.logRatios(x))).containsExactly(plain, within(1e-5 * size));
        }
    }

    /** So that 256 states of 100 bits need not fit at once: chunks give the same as rows one by one. */
    @Test
    void chunksOfRatiosJoinInOrder() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(2, Device.CPU);
                EnergyNet net = EnergySettings.MLP.build(new StateSpace(40, 2), rng)) {
            Target target = NeuralEnergy.live(net);
            assertThat(256 * net.flipsMemory()).isGreaterThan(1L << 22);
            Tensor x = rng.integers(2, 256, 40);
            double[] all = Tensors.doubles(target.logRatios(x));
            for (int row : new int[] {0, 100, 255}) {
                double[] one = Tensors.doubles(target.logRatios(x.narrow(0, row, 1)));
                assertThat(Tensors.doubles(target.logRatios(x).select(0, row))).containsExactly(one, within(1e-5));
            }
            assertThat(all).hasSize(256 * 40 * 2);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void targetsLeaveTheWeightsGradientsAlone(Case c) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(3, Device.CPU);
                EnergyNet net = rough(c, rng)) {
            NeuralEnergy target = NeuralEnergy.live(net);
            Tensor x = rng.integers(c.space.states(), 3, c.space.sites());
            net.at(x).sum().backward();
            double[] before = Tensors.doubles(net.parameters().gradients());
            Differentiable.Linear linear = target.linear(x);
            assertThat(Tensors.doubles(net.parameters().gradients())).containsExactly(before);
            assertThat(target.logDensity(x).requires_grad()).isFalse();
            assertThat(target.logRatios(x).requires_grad()).isFalse();
            assertThat(Tensors.doubles(linear.u()))
                    .containsExactly(Tensors.doubles(target.logDensity(x)), within(1e-3));
        }
    }

    @Test
    void couplingsOfAPairEnergyAreAnIsingTarget() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(4, Device.CPU);
                EnergyNet net = rough(new Case(EnergySettings.PAIRS, new StateSpace(5, 2)), rng)) {
            double[] j = Tensors.doubles(((PairEnergy) net).matrix());
            Tensor x = rng.integers(2, 6, 5);
            long[] states = Tensors.longs(x);
            double[] expected = new double[6];
            for (int row = 0; row < 6; row++) {
                for (int k = 0; k < 25; k++) {
                    assertThat(j[k]).isEqualTo(j[k % 5 * 5 + k / 5]);
                    expected[row] += j[k] * (2 * states[row * 5 + k / 5] - 1) * (2 * states[row * 5 + k % 5] - 1);
                }
            }
            assertThat(j[0]).isZero();
            assertThat(Tensors.doubles(NeuralEnergy.live(net).logDensity(x))).containsExactly(expected, within(1e-4));
        }
    }

    @Test
    void replicasShareWeightsAndCopiesDoNot() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(5, Device.CPU);
                EnergyNet net = EnergySettings.MLP.build(new StateSpace(4, 2), rng);
                EnergyNet replica = net.replica();
                EnergyNet copy = net.copy(Device.CPU)) {
            net.parameters().values().zero_();
            assertThat(Tensors.doubles(replica.parameters().values().abs().sum())[0])
                    .isZero();
            assertThat(Tensors.doubles(copy.parameters().values().abs().sum())[0])
                    .isPositive();
        }
    }

    @Test
    void shapesThatDoNotFitAreRefused() {
        for (Case c : List.of(
                new Case(EnergySettings.PAIRS, new StateSpace(4, 3)),
                new Case(new EnergySettings("conv", 4, 1, 2, 3), new StateSpace(7, 2)))) {
            try (Rng rng = Rng.seeded(6, Device.CPU)) {
                assertThatIllegalArgumentException().isThrownBy(() -> c.settings.build(c.space, rng));
            }
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EnergySettings("tree", 1, 1, 0, 0))
                .withMessageContaining("possible: mlp, pairs, conv");
    }
}
