package io.github.dnfs4j.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class EnumerationTest {
    private static final double NONE = Double.NEGATIVE_INFINITY;
    private static final double[] NINE = {0.3, -1, 2, NONE, 0, 1.5, 0.7, -0.2, NONE};

    @Test
    void siteZeroIsTheMostSignificantDigit() {
        Enumeration e = Enumeration.of(Table.of(2, 3, NINE));
        assertThat(e.logDensity()).containsExactly(NINE);
        assertThat(e.state(5)).containsExactly(1, 2);
        try (Scope scope = Scope.open()) {
            Tensor x = Enumeration.states(new StateSpace(2, 3));
            assertThat(x.size(0)).isEqualTo(9);
            assertThat(Tensors.longs(x)).containsExactly(0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2, 2, 0, 2, 1, 2, 2);
        }
    }

    @Test
    void exactValuesAreTheSums() {
        double z = Arrays.stream(NINE).map(Math::exp).sum();
        double u = Arrays.stream(NINE).map(v -> v == NONE ? 0 : v * Math.exp(v)).sum() / z;
        Enumeration e = Enumeration.of(Table.of(2, 3, NINE));
        assertThat(e.logZ()).isCloseTo(Math.log(z), within(1e-14));
        assertThat(e.exact().logZ()).isEqualTo(e.logZ());
        assertThat(e.exact().meanLogDensity()).isCloseTo(u, within(1e-14));
        assertThat(e.probabilities())
                .containsExactly(Arrays.stream(NINE).map(v -> Math.exp(v) / z).toArray(), within(1e-15));
    }

    @Test
    void chunksJoinInOrder() {
        double[] u = new double[1 << 16];
        Arrays.setAll(u, k -> k * 1e-4);
        assertThat(Enumeration.of(Table.of(16, 2, u)).logDensity()).containsExactly(u);
    }

    /** 99.9 % of chi-square with 6 degrees of freedom, seven states having a positive probability. */
    @Test
    void samplesFollowTheProbabilities() {
        Enumeration e = Enumeration.of(Table.of(2, 3, NINE));
        int n = 50_000;
        double[] counts = new double[9];
        try (Rng rng = Rng.seeded(5, Device.CPU)) {
            SampleSet s = e.sample(n, rng);
            for (int row = 0; row < n; row++) {
                int k = 3 * s.value(row, 0) + s.value(row, 1);
                counts[k]++;
                assertThat(s.logDensity()[row]).isEqualTo(NINE[k]);
            }
        }
        double[] p = e.probabilities();
        double chi = 0;
        for (int k = 0; k < 9; k++) {
            if (p[k] == 0) {
                assertThat(counts[k]).isZero();
            } else {
                chi += Math.pow(counts[k] - n * p[k], 2) / (n * p[k]);
            }
        }
        assertThat(chi).isBetween(0.38, 22.46);
    }

    @Test
    void samplesWeighZAndSayWhatTheyCost() {
        Enumeration e = Enumeration.of(Ising.lattice(3, 0.2, 0.1));
        try (Rng rng = Rng.seeded(6, Device.CPU);
                Rng same = Rng.seeded(6, Device.CPU)) {
            SampleSet s = e.sample(100, rng);
            assertThat(s.logWeights()).containsOnly(e.logZ());
            assertThat(s.cost().targetEvaluations()).isEqualTo(512);
            assertThat(s.cost().networkEvaluations()).isZero();
            assertThat(e.sample(100, same).states()).isEqualTo(s.states());
        }
    }

    @Test
    void valuesAbove127SurviveTheirByte() {
        double[] u = new double[255];
        Arrays.fill(u, NONE);
        u[200] = 1;
        Enumeration e = Enumeration.of(Table.of(1, 255, u));
        try (Rng rng = Rng.seeded(7, Device.CPU)) {
            assertThat(e.sample(1, rng).value(0, 0)).isEqualTo(200);
        }
    }

    /** Each row is its own instance, known by the number it adds; the first is meant. */
    @Test
    void batchOfInstancesEnumeratesTheFirst() {
        assertThat(Enumeration.of(new Offsets(new double[] {3, 100})).logDensity())
                .containsExactly(3, 3);
    }

    private record Offsets(double[] offset) implements Target {
        @Override
        public StateSpace space() {
            return new StateSpace(1, 2);
        }

        @Override
        public Tensor logDensity(Tensor x) {
            return Tensors.of(offset, Device.CPU, x.size(0));
        }

        @Override
        public Target rows(Tensor index) {
            long[] k = Tensors.longs(index);
            return new Offsets(
                    Arrays.stream(k).mapToDouble(i -> offset[(int) i]).toArray());
        }
    }

    @Test
    void largestSpaceIsTwoToTheTwenty() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Enumeration.of(Ising.lattice(5, 0.1, 0)))
                .withMessageContaining("2^25");
        assertThatIllegalArgumentException().isThrownBy(() -> Enumeration.states(new StateSpace(21, 2)));
        assertThatIllegalArgumentException().isThrownBy(() -> Enumeration.states(new StateSpace(64, 2)));
        assertThat(Digits.count(new StateSpace(20, 2), Enumeration.LIMIT)).isEqualTo(Enumeration.LIMIT);
    }

    @Test
    void densityWithoutAFinitePositiveSumIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Enumeration.of(Table.of(1, 2, NONE, NONE)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Enumeration.of(Table.of(1, 2, 0, Double.NaN)))
                .withMessageContaining("[1] is NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Enumeration.of(Table.of(1, 2, Double.POSITIVE_INFINITY, 0)));
    }
}
