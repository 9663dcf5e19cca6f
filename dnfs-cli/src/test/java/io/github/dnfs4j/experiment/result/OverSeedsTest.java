package io.github.dnfs4j.experiment.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class OverSeedsTest {
    private static final Offset<Double> ROUNDING = within(1e-12);
    private static final double UNKNOWN = Double.NaN;

    @Test
    void theSpreadCountsWhereItIsLarger() {
        // 1, 2 and 6: mean 3, variance (4 + 1 + 9) / 2
        assertThat(error(new double[] {1, 2, 6}, 0.1, 0.1, 0.1)).isCloseTo(Math.sqrt(7.0 / 3), ROUNDING);
        assertThat(error(new double[] {1, 2, 6}, UNKNOWN, UNKNOWN, UNKNOWN)).isCloseTo(Math.sqrt(7.0 / 3), ROUNDING);
    }

    @Test
    void valuesThatAgreeByChanceAreNotBetterThanTheirSamples() {
        assertThat(error(new double[] {2, 2}, 0.3, 0.4)).isCloseTo(Math.sqrt((0.09 + 0.16) / 2 / 2), ROUNDING);
        assertThat(error(new double[] {2}, 0.3)).isCloseTo(0.3, ROUNDING);
        assertThat(error(new double[] {2}, UNKNOWN)).isNaN();
    }

    @Test
    void theMeanAndTheExactValueStay() {
        assertThat(OverSeeds.mean(new double[] {1, 2}, new double[] {9, 9}, 1.25)
                        .value())
                .isEqualTo(1.5);
        assertThat(OverSeeds.mean(new double[] {1, 2}, new double[] {9, 9}, 1.25)
                        .reference())
                .isEqualTo(1.25);
    }

    /** Two seeds of error 1: 68 % of normal errors lie within one sigma; the spread alone would cover 50 %. */
    @Test
    void twoSeedsCoverTheTruthAsOftenAsTheyClaim() {
        Random random = new Random(5);
        int inside = 0;
        int trials = 20_000;
        for (int k = 0; k < trials; k++) {
            double[] values = {random.nextGaussian(), random.nextGaussian()};
            double error = error(values, 1, 1);
            inside += Math.abs(values[0] + values[1]) / 2 <= error ? 1 : 0;
        }
        assertThat((double) inside / trials).isBetween(0.68, 0.80);
    }

    private static double error(double[] values, double... errors) {
        return OverSeeds.mean(values, errors, null).standardError();
    }
}
