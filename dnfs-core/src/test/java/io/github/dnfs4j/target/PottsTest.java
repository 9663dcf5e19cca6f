package io.github.dnfs4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.testkit.TargetConformance;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Potts lattices and general categorical pairs, against sums in Java and the default ratios. */
class PottsTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void logDensityCountsEveryEqualEdgeOnce(int states) {
        int side = 4;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(states, Device.CPU)) {
            Tensor x = rng.integers(states, 7, side * side);
            double[] u = Tensors.doubles(Potts.lattice(side, states, 0.7).logDensity(x));
            for (int row = 0; row < 7; row++) {
                long[] v = Tensors.longs(x.select(0, row));
                int equal = 0;
                for (int i = 0; i < v.length; i++) {
                    int right = i / side * side + (i % side + 1) % side;
                    int below = (i + side) % v.length;
                    equal += (v[i] == v[right] ? 1 : 0) + (v[i] == v[below] ? 1 : 0);
                }
                assertThat(u[row]).isCloseTo(0.7 * equal, within(1e-12));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void closedFormRatiosAreTheDefaults(int states) {
        TargetConformance.check(Potts.lattice(3, states, 0.9), states);
        TargetConformance.check(Potts.lattice(4, states, -0.4), states);
        TargetConformance.check(random(new StateSpace(5, states), states), states);
    }

    @Test
    void categoricalPairsAreSummedOnce() {
        StateSpace space = new StateSpace(2, 2);
        double[][] w = {{0, 0, 1, 2}, {0, 0, 3, 4}, {1, 3, 0, 0}, {2, 4, 0, 0}};
        Categorical target = Categorical.of(space, w, new double[] {10, 20, 30, 40});
        try (Scope scope = Scope.open()) {
            Tensor x = Tensors.of(new long[] {0, 0, 0, 1, 1, 0, 1, 1}, Device.CPU, 4, 2);
            assertThat(Tensors.doubles(target.logDensity(x))).containsExactly(41, 52, 53, 64);
        }
    }

    /** [x_i = x_j] = (1 + s_i s_j) / 2: beta (2d edges) / 2 more than sigma x'Ax at sigma = beta / 4. */
    @Test
    void twoStatesAreTheIsingLattice() {
        double beta = 0.8;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(4, Device.CPU)) {
            Tensor x = rng.integers(2, 9, 25);
            double[] potts = Tensors.doubles(Potts.lattice(5, 2, beta).logDensity(x));
            double[] ising = Tensors.doubles(Ising.lattice(5, beta / 4, 0).logDensity(x));
            for (int k = 0; k < potts.length; k++) {
                assertThat(potts[k]).isCloseTo(ising[k] + beta * 25, within(1e-12));
            }
        }
    }

    @Test
    void strengthIsBetaForPottsAndSigmaForIsing() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(5, Device.CPU)) {
            Tensor x = rng.integers(2, 3, 9);
            assertThat(Tensors.doubles(Potts.lattice(3, 2, 5).withStrength(0.3).logDensity(x)))
                    .containsExactly(Tensors.doubles(Potts.lattice(3, 2, 0.3).logDensity(x)));
            assertThat(Tensors.doubles(
                            Ising.lattice(3, 5, 0.1).withStrength(0.3).logDensity(x)))
                    .containsExactly(Tensors.doubles(Ising.lattice(3, 0.3, 0.1).logDensity(x)));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ising.of(new double[1][1], new double[1]).withStrength(1))
                .withMessage("this target has no strength to climb");
    }

    @Test
    void whatIsNoLatticeOrNoCouplingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Potts.lattice(2, 3, 1))
                .withMessageContaining("side must be at least 3, not 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Potts.lattice(3, 1, 1))
                .withMessage("states must be 2 to 255, not 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Potts.lattice(3, 3, Double.NaN))
                .withMessage("beta must be finite, not NaN");
        StateSpace pair = new StateSpace(2, 2);
        double[][] own = new double[4][4];
        own[0][1] = own[1][0] = 1;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Categorical.of(pair, own, new double[4]))
                .withMessageContaining("zero within a site; see entry 0, 1");
        double[][] lopsided = new double[4][4];
        lopsided[0][2] = 1;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Categorical.of(pair, lopsided, new double[4]))
                .withMessageContaining("symmetric");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Categorical.of(pair, new double[3][3], new double[4]))
                .withMessageContaining("sites x states is 4");
    }

    static Categorical random(StateSpace space, long seed) {
        Random random = new Random(seed);
        int s = space.states();
        int m = space.sites() * s;
        double[][] w = new double[m][m];
        double[] b = random.doubles(m).toArray();
        for (int i = 0; i < m; i++) {
            for (int j = i - i % s + s; j < m; j++) {
                w[i][j] = w[j][i] = random.nextGaussian();
            }
        }
        return Categorical.of(space, w, b);
    }

    /** The edges that Markov chains walk along are those of the log density. */
    @Test
    void pairsAddUpToTheLogDensity() {
        Potts potts = Potts.lattice(4, 3, 0.7);
        PairGraph pairs = potts.pairs();
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(8, Device.CPU)) {
            Tensor x = rng.integers(3, 5, 16);
            long[] states = Tensors.longs(x);
            double[] u = Tensors.doubles(potts.logDensity(x));
            for (int row = 0; row < 5; row++) {
                double twice = 0;
                for (int i = 0; i < 16; i++) {
                    for (int k = 0; k < pairs.neighbours()[i].length; k++) {
                        boolean equal = states[16 * row + i] == states[16 * row + pairs.neighbours()[i][k]];
                        twice += equal ? pairs.couplings()[i][k] : 0;
                    }
                }
                assertThat(twice / 2).isCloseTo(u[row], within(1e-12));
            }
        }
    }
}
