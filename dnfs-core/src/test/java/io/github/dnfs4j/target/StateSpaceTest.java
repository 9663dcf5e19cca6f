package io.github.dnfs4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.testkit.ChiSquare;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class StateSpaceTest {
    private static final StateSpace MIXED = StateSpace.of(3, 1, 2, 4);

    @Test
    void sitesOfOneSizeAreTheOrdinarySpace() {
        assertThat(StateSpace.of(3, 3)).isEqualTo(new StateSpace(2, 3)).hasSameHashCodeAs(new StateSpace(2, 3));
        assertThat(StateSpace.of(3, 3).mixed()).isFalse();
        assertThat(MIXED).isNotEqualTo(new StateSpace(4, 4)).isEqualTo(StateSpace.of(3, 1, 2, 4));
    }

    @Test
    void sizesAreThoseOfTheSites() {
        assertThat(MIXED.sites()).isEqualTo(4);
        assertThat(MIXED.states()).isEqualTo(4);
        assertThat(MIXED.size(0)).isEqualTo(3);
        assertThat(MIXED.logSize()).isCloseTo(Math.log(24), within(1e-12));
        assertThat(MIXED.neighbours()).isEqualTo(2 + 0 + 1 + 3);
        assertThat(MIXED).hasToString("sites of [3, 1, 2, 4] states");
    }

    @Test
    void spacesThatAreNoneAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StateSpace.of(2, 0))
                .withMessageContaining("at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StateSpace.of(1, 1))
                .withMessageContaining("2 to 255");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StateSpace.of(2, 256))
                .withMessageContaining("2 to 255");
        assertThatIllegalArgumentException().isThrownBy(StateSpace::of).withMessageContaining("sites");
    }

    @Test
    void uniformStatesAreUniformOverWhatThereIs() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(5, Device.CPU)) {
            long[] x = Tensors.longs(MIXED.uniform(12_000, rng));
            long[] counts = new long[24];
            for (int row = 0; row < 12_000; row++) {
                assertThat(x[4 * row + 1]).isZero();
                counts[(int) ((x[4 * row] * 2 + x[4 * row + 2]) * 4 + x[4 * row + 3])]++;
            }
            double[] p = new double[24];
            Arrays.fill(p, 1 / 24.0);
            ChiSquare.check("uniform states", counts, p);
        }
    }

    /** Row i of the result does not hang on x_i, whatever stands where there are no values. */
    @Test
    void meansAreOverTheValuesThatThereAre() {
        try (Scope scope = Scope.open()) {
            Tensor values = Tensors.of(
                    new double[] {1, 2, 6, 99, 7, 99, 99, 99, 2, 4, 99, 99, 0, 1, 2, 3}, Device.CPU, 1, 4, 4);
            assertThat(Tensors.doubles(MIXED.centre(values)))
                    .containsExactly(-2, -1, 3, 0, 0, 0, 0, 0, -1, 1, 0, 0, -1.5, -0.5, 0.5, 1.5);
            double none = Double.NEGATIVE_INFINITY;
            assertThat(Tensors.doubles(MIXED.within(values)))
                    .containsExactly(1, 2, 6, none, 7, none, none, none, 2, 4, none, none, 0, 1, 2, 3);
            assertThat(Tensors.doubles(MIXED.within(values.select(1, 2), 2))).containsExactly(2, 4, none, none);
        }
    }

    @Test
    void everyStateIsEnumeratedOnce() {
        Tabulated target = Tabulated.random(MIXED, 1, 3);
        Enumeration all = Enumeration.of(target);
        assertThat(all.logDensity()).hasSize(24);
        assertThat(Arrays.stream(all.logDensity()).distinct().count()).isEqualTo(24);
        assertThat(all.state(23)).containsExactly(2, 0, 1, 3);
    }
}
