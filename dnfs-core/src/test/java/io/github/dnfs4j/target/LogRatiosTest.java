package io.github.dnfs4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.testkit.Pairwise;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** The default of {@link Target#logRatios}, against sums in Java. */
class LogRatiosTest {

    @Test
    void everyNeighbourForAnyNumberOfStates() {
        for (int s : new int[] {2, 3, 5}) {
            for (int d : new int[] {1, 2, 6}) {
                everyNeighbour(Pairwise.random(new StateSpace(d, s), 1, 10 * s + d));
            }
        }
    }

    private static void everyNeighbour(Pairwise target) {
        int d = target.space().sites();
        int s = target.space().states();
        int n = 4;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(d, Device.CPU)) {
            Tensor x = rng.integers(s, n, d);
            double[] ratios = Tensors.doubles(target.logRatios(x));
            for (int row = 0; row < n; row++) {
                long[] state = Tensors.longs(x.select(0, row));
                double u = target.logDensity(state);
                for (int i = 0; i < d; i++) {
                    double[] at = Tensors.doubles(target.logRatiosAt(x, i).select(0, row));
                    for (int tau = 0; tau < s; tau++) {
                        long[] y = state.clone();
                        y[i] = tau;
                        double expected = target.logDensity(y) - u;
                        assertThat(ratios[(row * d + i) * s + tau]).isCloseTo(expected, within(1e-12));
                        assertThat(at[tau]).isCloseTo(expected, within(1e-12));
                    }
                }
            }
        }
    }

    /** 1300 sites: two rows fill the chunk, five rows make three chunks, each row with its own weight. */
    @Test
    void chunksKeepRowsAndTheirInstancesTogether() {
        int d = 1300;
        int n = 5;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(3, Device.CPU)) {
            Scaled target = new Scaled(new StateSpace(d, 2), rng.uniform(n));
            Tensor x = rng.integers(2, n, d);
            double[] ratios = Tensors.doubles(target.logRatios(x));
            long[] states = Tensors.longs(x);
            double[] scales = Tensors.doubles(target.scale);
            for (int row = 0; row < n; row++) {
                for (int i = 0; i < d; i++) {
                    for (int tau = 0; tau < 2; tau++) {
                        double expected = scales[row] * (i + 1) * (tau - states[row * d + i]);
                        assertThat(ratios[(row * d + i) * 2 + tau]).isCloseTo(expected, within(1e-8));
                    }
                }
            }
        }
    }

    /** U = a_k sum (i + 1) x_i for row k; the tensors of a wrong number of rows do not even multiply. */
    private record Scaled(StateSpace space, Tensor scale) implements Target {
        @Override
        public Tensor logDensity(Tensor x) {
            Tensor w = Ops.plus(Tensors.range(space.sites(), Device.CPU), 1).to(ScalarType.Double);
            assertThat(x.size(0)).isEqualTo(scale.size(0));
            return x.to(ScalarType.Double).mv(w).mul(scale);
        }

        @Override
        public Target rows(Tensor index) {
            return new Scaled(space, scale.index_select(0, index));
        }
    }

    @Test
    void aBatchOfInstancesUsesTheRowOfEachState() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(4, Device.CPU)) {
            Scaled target = new Scaled(new StateSpace(3, 4), rng.uniform(5));
            Tensor x = rng.integers(4, 5, 3);
            double[] together = Tensors.doubles(target.logRatios(x));
            for (int row = 0; row < 5; row++) {
                Target alone = target.rows(Tensors.of(new long[] {row}, Device.CPU, 1));
                assertThat(Tensors.doubles(alone.logRatios(x.narrow(0, row, 1))))
                        .containsExactly(Tensors.doubles(target.logRatios(x).select(0, row)));
            }
            assertThat(together).hasSize(60);
        }
    }

    @Test
    void aSliceOfATransposedTensorIsAStateLikeAnother() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(5, Device.CPU)) {
            Target target = Pairwise.random(new StateSpace(3, 3), 1, 5);
            Tensor x = rng.integers(3, 3, 8).transpose(0, 1);
            assertThat(Tensors.doubles(target.logRatios(x)))
                    .containsExactly(Tensors.doubles(target.logRatios(x.contiguous())));
        }
    }

    @Test
    void noRowsGiveNoRatios() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(6, Device.CPU)) {
            Tensor none = rng.integers(3, 0, 2);
            Tensor ratios = Pairwise.random(new StateSpace(2, 3), 1, 6).logRatios(none);
            assertThat(Tensors.shape(ratios)).containsExactly(0, 2, 3);
        }
    }

    @Test
    void ratiosLeaveTheStateUntouched() {
        try (Scope scope = Scope.open()) {
            Tensor x = Tensors.of(new long[] {0, 1, 2}, Device.CPU, 1, 3);
            Pairwise.random(new StateSpace(3, 3), 1, 7).logRatios(x);
            assertThat(Tensors.longs(x)).containsExactly(0, 1, 2);
        }
    }

    @Test
    void aSpaceKnowsItsSize() {
        StateSpace space = new StateSpace(4, 3);
        assertThat(space.logSize()).isCloseTo(Math.log(81), within(1e-12));
        assertThat(space.neighbours()).isEqualTo(8);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StateSpace(0, 2))
                .withMessage("sites must be at least 1, not 0");
        for (int states : new int[] {1, 256}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new StateSpace(1, states))
                    .withMessage("states must be 2 to 255, not " + states);
        }
    }
}
