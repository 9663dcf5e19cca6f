package io.github.dnfs4j.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.target.StateSpace;
import org.junit.jupiter.api.Test;

class TrustTest {
    private static final StateSpace SPACE = new StateSpace(10, 2);

    @Test
    void twoOfTwoHundredAreFew() {
        double[] logw = new double[200];
        logw[3] = 50;
        logw[7] = 50;
        assertThat(Trust.few(Weights.ess(logw), logw.length))
                .hasValueSatisfying(line -> assertThat(line).startsWith("few effective samples, about 2.0 of 200:"));
    }

    @Test
    void equalWeightsAndManySamplesAreNotWarnedOf() {
        assertThat(Trust.few(1, 5)).as("few, but as many as were asked for").isEmpty();
        assertThat(Trust.few(0.02, 5000)).isEmpty();
        assertThat(Trust.few(0.0199, 5000)).isPresent();
    }

    /** The truth is never impossible: log Z of a flat density at any height, and of a single peak. */
    @Test
    void noTrueLogZIsImpossible() {
        assertThat(Trust.impossible(SPACE.logSize() - 7, new double[] {-7, -7}, SPACE))
                .isEmpty();
        assertThat(Trust.impossible(300, new double[] {300, -5}, SPACE)).isEmpty();
    }

    @Test
    void whatLiesBelowAStateByMoreThanAllStatesIsImpossible() {
        assertThat(Trust.impossible(-1e12, new double[] {0, 15.5}, SPACE))
                .hasValueSatisfying(line -> assertThat(line).contains("log Z cannot be -1.00000e+12", "15.5"));
        assertThat(Trust.impossible(Double.NaN, new double[] {0}, SPACE)).isPresent();
        assertThat(Trust.impossible(Double.NEGATIVE_INFINITY, new double[] {0}, SPACE))
                .isPresent();
    }

    @Test
    void whatOthersFoundContradictsAnEstimateAndItsError() {
        assertThat(Trust.contradicted(Estimate.of(5, 0.1), 5.5))
                .as("within its errors")
                .isEmpty();
        assertThat(Trust.contradicted(Estimate.of(700, 0.1), 5.5))
                .as("many states have more mass than the highest")
                .isEmpty();
        assertThat(Trust.contradicted(Estimate.of(5, 0.1), 6))
                .hasValueSatisfying(line -> assertThat(line)
                        .isEqualTo(
                                "missed states: log Z is not 5.00000 +- 0.10, a state that was found has the log density"
                                        + " 6.00000"));
        assertThat(Trust.contradicted(Estimate.of(1e298, 0), 1.1e298)).isPresent();
    }

    @Test
    void soDoesTheExactValueFromBothSides() {
        for (int sign : new int[] {-1, 1}) {
            assertThat(Trust.contradicted(new Estimate(5 + 0.5 * sign, 0.1, 5.0), 3))
                    .isEmpty();
            assertThat(Trust.contradicted(new Estimate(5 + 0.7 * sign, 0.1, 5.0), 3))
                    .isPresent();
        }
        assertThat(Trust.contradicted(new Estimate(4, Double.NaN, 5.0), 5))
                .as("it does not say how far it may be off")
                .isEmpty();
    }
}
