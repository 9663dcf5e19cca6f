package io.github.dnfs4j.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightsTest {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    private static double[] normals(SplittableRandom random, int n, double deviation) {
        return random.doubles(n).map(u -> deviation * random.nextGaussian()).toArray();
    }

    @Test
    void essOfEqualWeightsIsOne() {
        assertThat(Weights.ess(new double[] {2.5, 2.5, 2.5})).isCloseTo(1, within(1e-15));
    }

    @Test
    void essOfOneHotWeightsIsOneOverN() {
        assertThat(Weights.ess(new double[] {NONE, 7, NONE, NONE})).isCloseTo(0.25, within(1e-15));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1e5, -700, 700, 1e5})
    void shiftMovesLogMeanAndNothingElse(double shift) {
        double[] w = normals(new SplittableRandom(1), 50, 1);
        double[] moved = Arrays.stream(w).map(v -> v + shift).toArray();
        assertThat(Weights.ess(moved)).isCloseTo(Weights.ess(w), within(1e-9));
        assertThat(Weights.logMean(moved) - shift).isCloseTo(Weights.logMean(w), within(1e-9));
        assertThat(Weights.logMeanStandardError(moved)).isCloseTo(Weights.logMeanStandardError(w), within(1e-9));
        assertThat(Weights.normalised(moved)).containsExactly(Weights.normalised(w), within(1e-9));
        assertThat(Statistics.variance(moved)).isCloseTo(Statistics.variance(w), within(1e-9));
    }

    /** log w normal with deviation s: E[w] = exp(s^2 / 2), ESS = exp(-s^2), var(w)/mean(w)^2 = exp(s^2) - 1. */
    @Test
    void logNormalWeightsMatchTheirClosedForm() {
        double s = 0.5;
        int n = 400_000;
        double[] w = normals(new SplittableRandom(2), n, s);
        assertThat(Weights.logMean(w)).isCloseTo(s * s / 2, within(0.005));
        assertThat(Weights.ess(w)).isCloseTo(Math.exp(-s * s), within(0.005));
        assertThat(Statistics.variance(w)).isCloseTo(s * s, within(0.005));
        double error = Math.sqrt(Math.expm1(s * s) / n);
        assertThat(Weights.logMeanStandardError(w) / error).isCloseTo(1, within(0.02));
    }

    @Test
    void standardErrorsAreTheSpreadOfRepeatedEstimates() {
        SplittableRandom random = new SplittableRandom(3);
        int batches = 2000;
        double[] logZ = new double[batches];
        double[] logZError = new double[batches];
        double[] mean = new double[batches];
        double[] meanError = new double[batches];
        for (int b = 0; b < batches; b++) {
            double[] w = normals(random, 300, 0.7);
            logZ[b] = Weights.logMean(w);
            logZError[b] = Weights.logMeanStandardError(w);
            mean[b] = Statistics.mean(w);
            meanError[b] = Statistics.standardError(w);
        }
        assertThat(Statistics.mean(logZError) / Math.sqrt(Statistics.variance(logZ)))
                .isCloseTo(1, within(0.1));
        assertThat(Statistics.mean(meanError) / Math.sqrt(Statistics.variance(mean)))
                .isCloseTo(1, within(0.1));
    }

    @Test
    void normalisedWeightsKeepTheirRatios() {
        double[] w = Weights.normalised(new double[] {Math.log(1), Math.log(3), NONE});
        assertThat(w).containsExactly(new double[] {0.25, 0.75, 0}, within(1e-15));
    }

    @Test
    void weightThatUnderflowsNextToTheLargestIsZero() {
        assertThat(Weights.logMean(new double[] {0, -800})).isCloseTo(-Math.log(2), within(1e-15));
    }

    @Test
    void meanAndVarianceByHand() {
        double[] v = {1, 2, 6};
        assertThat(Statistics.mean(v)).isEqualTo(3);
        assertThat(Statistics.variance(v)).isEqualTo(7);
        assertThat(Statistics.standardError(v)).isCloseTo(Math.sqrt(7.0 / 3), within(1e-15));
    }

    @Test
    void allWeightsZero() {
        double[] w = {NONE, NONE};
        assertThat(Weights.ess(w)).isNaN();
        assertThat(Weights.logMean(w)).isEqualTo(NONE);
        assertThat(Weights.logMeanStandardError(w)).isNaN();
        assertThat(Weights.normalised(w)).containsOnly(Double.NaN);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
    void oneBadWeightSpoilsEverything(double bad) {
        double[] w = {0, bad, NONE};
        assertThat(Weights.ess(w)).isNaN();
        assertThat(Weights.logMean(w)).isNaN();
        assertThat(Weights.logMeanStandardError(w)).isNaN();
        assertThat(Weights.normalised(w)).containsOnly(Double.NaN);
    }

    @Test
    void oneSampleHasNoError() {
        double[] w = {1.5};
        assertThat(Weights.ess(w)).isEqualTo(1);
        assertThat(Weights.logMean(w)).isEqualTo(1.5);
        assertThat(Statistics.variance(w)).isNaN();
        assertThat(Statistics.standardError(w)).isNaN();
        assertThat(Weights.logMeanStandardError(w)).isNaN();
    }

    @Test
    void noSamples() {
        assertThat(Weights.ess(new double[0])).isNaN();
        assertThat(Weights.logMean(new double[0])).isNaN();
        assertThat(Statistics.mean(new double[0])).isNaN();
        assertThat(Weights.normalised(new double[0])).isEmpty();
    }

    /** The error of a weighted mean is that of {@code w (f - mean) / mean w}: a constant added to f does not change it. */
    @Test
    void theErrorOfAWeightedMeanKnowsNoLevel() {
        double[] logw = {Math.log(1), Math.log(2), Math.log(5)};
        double[] f = {4, 1, 2};
        // Mean (4 + 2 + 10) / 8 = 2; psi = 3/8 (1 * 2, 2 * -1, 5 * 0) = (0.75, -0.75, 0), variance 0.5625.
        Estimate plain = Weights.expectation(logw, k -> f[k]);
        assertThat(plain.value()).isCloseTo(2, within(1e-12));
        assertThat(plain.standardError()).isCloseTo(Math.sqrt(0.5625 / 3), within(1e-12));
        Estimate lifted = Weights.expectation(logw, k -> f[k] + 100);
        assertThat(lifted.value()).isCloseTo(102, within(1e-12));
        assertThat(lifted.standardError()).isCloseTo(plain.standardError(), within(1e-12));
    }
}
