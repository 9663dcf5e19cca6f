package io.github.dnfs4j.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WeightedMeansTest {
    @Test
    void meansAreThoseOfTheWeights() {
        double[] logw = {Math.log(1), Math.log(3), Double.NEGATIVE_INFINITY, 0};
        WeightedMeans m =
                WeightedMeans.of(logw, new double[] {1, 2, Double.POSITIVE_INFINITY, 6}, new double[] {5, 5, 0, 5});
        assertThat(m.mean(0).value()).isCloseTo((1 + 6 + 6) / 5.0, within(1e-14));
        assertThat(m.mean(1).value()).isCloseTo(5, within(1e-14));
        assertThat(m.of(v -> v[0] * v[1]).value()).isCloseTo(13, within(1e-13));
    }

    /** Without the one sample that has all the weight the others still have a mean. */
    @Test
    void aSampleOfAllTheWeightLeavesTheOthersTheirs() {
        double[] logw = {0, -40, -40, -40};
        Estimate mean = WeightedMeans.of(logw, new double[] {5, 1, 1, 1}).mean(0);
        // The means without each are 1, 5, 5 and 5.
        assertThat(mean.standardError()).isCloseTo(3, within(1e-9));
    }

    /** Many repetitions tell how far an estimate strays; the jackknife says so from one of them. */
    @Test
    void errorsAreTheSpreadOfRepetitions() {
        Random random = new Random(3);
        int repetitions = 400;
        double[] variances = new double[repetitions];
        double[] told = new double[repetitions];
        for (int r = 0; r < repetitions; r++) {
            double[] logw = new double[500];
            double[] x = new double[500];
            Arrays.setAll(logw, k -> 0.5 * random.nextGaussian());
            // The values lean on their weights, so that both vary together.
            Arrays.setAll(x, k -> random.nextGaussian() + logw[k]);
            double[] squares = Arrays.stream(x).map(v -> v * v).toArray();
            Estimate variance = WeightedMeans.of(logw, x, squares).of(m -> m[1] - m[0] * m[0]);
            variances[r] = variance.value();
            told[r] = variance.standardError();
        }
        double spread = Math.sqrt(Statistics.variance(variances));
        assertThat(Statistics.mean(told)).isBetween(0.9 * spread, 1.1 * spread);
    }

    /** Copies of samples are no news: told of the groups, the error stays. */
    @Test
    void groupsAreIndependentTheirMembersNot() {
        Random random = new Random(4);
        double[] x = new double[1000];
        Arrays.setAll(x, k -> random.nextGaussian());
        double[] copies = new double[4000];
        Arrays.setAll(copies, k -> x[k / 4]);
        double alone = WeightedMeans.of(new double[1000], x).mean(0).standardError();
        assertThat(alone).isCloseTo(Statistics.standardError(x), within(0.15 * alone));
        assertThat(WeightedMeans.of(new double[4000], 4, copies).mean(0).standardError())
                .isCloseTo(alone, within(1e-9));
        assertThat(WeightedMeans.of(new double[1], new double[] {1}).mean(0).standardError())
                .isNaN();
    }
}
