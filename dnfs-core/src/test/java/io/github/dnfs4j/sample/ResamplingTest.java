package io.github.dnfs4j.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.target.StateSpace;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResamplingTest {
    private static final double NONE = Double.NEGATIVE_INFINITY;
    private static final double ALMOST_ONE = Math.nextDown(1.0);

    private static int[] counts(double[] logw, int count, double offset) {
        int[] picks = Resampling.systematic(logw, count, offset);
        assertThat(picks).hasSize(count).isSorted();
        int[] counts = new int[logw.length];
        for (int k : picks) {
            counts[k]++;
        }
        return counts;
    }

    private static double[] shares(double[] logw) {
        double sum = Arrays.stream(logw).map(Math::exp).sum();
        return Arrays.stream(logw).map(w -> Math.exp(w) / sum).toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10, 50, 333})
    void eachStateIsPickedFloorOrCeilTimes(int count) {
        Random random = new Random(count);
        for (int trial = 0; trial < 200; trial++) {
            double[] logw = random.doubles(10).map(v -> 700 + 6 * v).toArray();
            double[] expected = shares(Arrays.stream(logw).map(v -> v - 700).toArray());
            int[] counts = counts(logw, count, random.nextDouble());
            for (int k = 0; k < logw.length; k++) {
                assertThat((double) counts[k])
                        .isBetween(Math.floor(count * expected[k] - 1e-9), Math.ceil(count * expected[k] + 1e-9));
            }
        }
    }

    /** Averaged over the offset, the number of picks is count times the weight. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 7})
    void expectationIsExact(int count) {
        double[] logw = {0, -1, 0.5, NONE, 1.2};
        double[] shares = shares(logw);
        int grid = 20_000;
        double[] mean = new double[logw.length];
        for (int m = 0; m < grid; m++) {
            int[] counts = counts(logw, count, (m + 0.5) / grid);
            for (int k = 0; k < mean.length; k++) {
                mean[k] += (double) counts[k] / grid;
            }
        }
        for (int k = 0; k < mean.length; k++) {
            // Each end of an interval is found to within one tick.
            assertThat(mean[k]).isCloseTo(count * shares[k], within(2.0 / grid));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 1 - 1e-12, 1 - 0x1p-53})
    void stateOfWeightZeroIsNeverPicked(double offset) {
        for (int count : new int[] {1, 3, 1000, 1_000_003}) {
            assertThat(counts(new double[] {NONE, 0, NONE, 0.3, NONE, NONE}, count, offset))
                    .satisfies(c -> assertThat(c[0] + c[2] + c[4] + c[5]).isZero());
            // Too small to be told from zero beside the largest.
            assertThat(counts(new double[] {0, -800}, count, offset)).containsExactly(count, 0);
        }
    }

    @Test
    void allMassOnOneState() {
        for (int place : new int[] {0, 2, 4}) {
            double[] logw = {NONE, NONE, NONE, NONE, NONE};
            logw[place] = -3;
            int[] expected = new int[5];
            expected[place] = 9;
            assertThat(counts(logw, 9, 0)).isEqualTo(expected);
            assertThat(counts(logw, 9, ALMOST_ONE)).isEqualTo(expected);
        }
    }

    @Test
    void equalWeightsPickEachOnce() {
        int[] all = IntStream.range(0, 100).toArray();
        for (double offset : new double[] {0.1, 0.5, 0.99}) {
            assertThat(Resampling.systematic(new double[100], 100, offset)).isEqualTo(all);
        }
    }

    @Test
    void refusesWeightsWithoutAFiniteSum() {
        double[][] bad = {{}, {NONE, NONE}, {0, Double.NaN}, {Double.NaN, 0}, {0, Double.POSITIVE_INFINITY}};
        for (double[] logw : bad) {
            assertThatIllegalArgumentException().isThrownBy(() -> Resampling.systematic(logw, 3, 0.5));
        }
    }

    @Test
    void resampledSetKeepsStatesWithTheirEnergies() {
        SampleSet set = new SampleSet(
                new StateSpace(2, 256 - 1),
                new byte[] {1, 2, 3, (byte) 254, 5, 6},
                new double[] {0.1, 0.2, 0.3},
                new double[] {NONE, Math.log(3), 0},
                new Cost(7, 8, 9));
        assertThat(set.value(1, 1)).isEqualTo(254);
        SampleSet drawn = set.resample(8, 0.5);
        assertThat(drawn.count()).isEqualTo(8);
        assertThat(drawn.logDensity()).containsExactly(0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.3, 0.3);
        assertThat(drawn.logWeights()).containsOnly(0);
        assertThat(drawn.cost()).isEqualTo(set.cost());
        for (int row = 0; row < 8; row++) {
            assertThat(drawn.state(row)).isEqualTo(set.state(row < 6 ? 1 : 2));
        }
    }

    @Test
    void setRefusesPartsOfDifferentLength() {
        StateSpace space = new StateSpace(2, 2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SampleSet(space, new byte[3], new double[2], new double[2], Cost.NONE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SampleSet(space, new byte[4], new double[2], new double[1], Cost.NONE));
    }

    @Test
    void costsAddUp() {
        assertThat(new Cost(1, 2, 3).plus(new Cost(10, 20, 30))).isEqualTo(new Cost(11, 22, 33));
    }
}
