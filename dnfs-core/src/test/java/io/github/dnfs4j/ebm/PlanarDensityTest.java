package io.github.dnfs4j.ebm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Statistics;
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

class PlanarDensityTest {
    private static final int SAMPLES = 400_000;

    /**
     * Pearson's statistic of samples in the cells of a code of 5 bits: their masses are 1 in all, no point falls
     * where there is none, and the counts are those of the masses. A deviation that is wrong by 2 %,
     * of 2spirals and rings by 5 %, fails.
     */
    @ParameterizedTest
    @EnumSource
    void massesOfCellsAreThoseOfSamples(Planar set) {
        int bits = set == Planar.RINGS ? 6 : 5; // they are thin
        GrayCode code = GrayCode.of(set, bits);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(3, Device.CPU);
                Data data = new DataSettings.Plane(set.toString(), bits, code.scale()).open(Device.CPU)) {
            Tensor all = Enumeration.states(code.space());
            double[] mass = Tensors.doubles(data.logProbability(all).orElseThrow());
            Arrays.setAll(mass, k -> Math.exp(mass[k]));
            assertThat(Arrays.stream(mass).sum()).isCloseTo(1, within(1e-3));
            double[] count = new double[mass.length];
            for (long index : indices(code.encode(set.points(SAMPLES, rng)), indices(all))) {
                count[(int) index]++;
            }
            double statistic = 0;
            int freedom = -1;
            double rareExpected = 0;
            double rare = 0;
            for (int k = 0; k < mass.length; k++) {
                double expected = SAMPLES * mass[k];
                if (expected < 10) {
                    rareExpected += expected;
                    rare += count[k];
                } else {
                    statistic += Math.pow(count[k] - expected, 2) / expected;
                    freedom++;
                }
            }
            assertThat((statistic - freedom) / Math.sqrt(2 * freedom))
                    .as("chi squared")
                    .isBetween(-4.5, 4.5);
            assertThat(rare).isCloseTo(rareExpected, within(5 * Math.sqrt(rareExpected) + 5));
        }
    }

    /** Numbers of states, most significant bit first, looked up among those of all states. */
    private static long[] indices(Tensor x, long... known) {
        Tensor powers = Tensors.of(powers((int) x.size(1)), Device.CPU, x.size(1));
        long[] numbers = Tensors.longs(x.to(ScalarType.Long).matmul(powers));
        if (known.length > 0) {
            long[] place = new long[known.length];
            for (int k = 0; k < known.length; k++) {
                place[(int) known[k]] = k;
            }
            Arrays.setAll(numbers, k -> place[(int) numbers[k]]);
        }
        return numbers;
    }

    private static long[] powers(int bits) {
        long[] powers = new long[bits];
        Arrays.setAll(powers, k -> 1L << (bits - 1 - k));
        return powers;
    }

    /** By a grid, and by samples in a code of 16 bits; the two with the least noise take long. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"RINGS", "SPIRALS2"})
    void entropiesAgree(Planar set) {
        GrayCode code = GrayCode.of(set, 16);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(4, Device.CPU);
                Data data = new DataSettings.Plane(set.toString(), 16, code.scale()).open(Device.CPU)) {
            double[] p =
                    Tensors.doubles(data.logProbability(data.heldOut(8000, rng)).orElseThrow());
            double exact = set.density().entropy() + 2 * Math.log(code.scale());
            assertThat(-Statistics.mean(p)).isCloseTo(exact, within(4.5 * Statistics.standardError(p) + 1e-6));
        }
    }

    /** By hand: Gaussians ten deviations from each other; and the board, also where a cell lies across an edge. */
    @Test
    void entropiesKnownByFormula() {
        double sigma = 0.2 / 1.414;
        double separate = Math.log(25) + Math.log(2 * Math.PI * Math.E * sigma * sigma);
        assertThat(Planar.GAUSSIANS25.density().entropy()).isCloseTo(separate, within(1e-4));
        assertThat(Planar.CHECKERBOARD.density().entropy()).isEqualTo(Math.log(32));
        try (Scope scope = Scope.open()) {
            Tensor across = Tensors.of(new double[] {1, 1.9, 1, 3, 0, 0, 4.05, 3}, Device.CPU, 4, 2);
            double[] log = Tensors.doubles(Planar.CHECKERBOARD.density().logMass(across, 0.4));
            double[] shares = {0.75, 0, 0.5, 0.375};
            for (int k = 0; k < 4; k++) {
                assertThat(Math.exp(log[k])).isCloseTo(shares[k] * 0.16 / 32, within(1e-12));
            }
        }
    }
}
