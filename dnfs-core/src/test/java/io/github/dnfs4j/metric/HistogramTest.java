package io.github.dnfs4j.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import org.junit.jupiter.api.Test;

class HistogramTest {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    @Test
    void massIsTheNormalisedWeightOfEachBin() {
        double[] values = {0.5, 1.5, 1.7, 3.9};
        double[] logw = {Math.log(1), Math.log(2), Math.log(3), Math.log(4)};
        Histogram h = Histogram.of(values, logw, 0, 4, 4);
        assertThat(h.mass()).containsExactly(new double[] {0.1, 0.5, 0, 0.4}, within(1e-15));
    }

    @Test
    void edgeBelongsToTheBinOnItsRightAndMaxToTheLast() {
        double[] mass =
                Histogram.of(new double[] {0, 1, 2, 2}, new double[4], 0, 2, 2).mass();
        assertThat(mass).containsExactly(0.25, 0.75);
    }

    @Test
    void valuesBeyondTheEndsCountInTheEndBins() {
        double[] values = {-1e300, NONE, 1e300, Double.POSITIVE_INFINITY, 7};
        assertThat(Histogram.of(values, new double[5], 0, 3, 3).mass())
                .containsExactly(new double[] {0.4, 0, 0.6}, within(1e-15));
    }

    @Test
    void weightZeroIsLeftOutWhateverItsValue() {
        double[] mass = Histogram.of(new double[] {Double.NaN, 0.5}, new double[] {NONE, 0}, 0, 2, 2)
                .mass();
        assertThat(mass).containsExactly(1, 0);
    }

    @Test
    void totalVariationIsADistanceFromZeroToOne() {
        Histogram a = Histogram.of(new double[] {0.5}, new double[1], 0, 2, 2);
        Histogram b = Histogram.of(new double[] {1.5}, new double[1], 0, 2, 2);
        Histogram half = Histogram.of(new double[] {0.5, 1.5}, new double[2], 0, 2, 2);
        assertThat(a.totalVariation(a)).isZero();
        assertThat(a.totalVariation(b)).isEqualTo(1);
        assertThat(a.totalVariation(half)).isEqualTo(0.5);
        assertThat(half.totalVariation(a)).isEqualTo(0.5);
    }

    @Test
    void exactSamplesApproachTheEnumeratedDistribution() {
        // U of the 3 x 3 lattice is 36 sigma less multiples of 8 sigma, down to -12 sigma: no level on an edge.
        double sigma = 0.15;
        Enumeration e = Enumeration.of(Ising.lattice(3, sigma, 0));
        Histogram exact = exact(e, -22 * sigma, 38 * sigma, 15);
        try (Rng rng = Rng.seeded(9, Device.CPU)) {
            SampleSet drawn = e.sample(40_000, rng);
            Histogram sampled = Histogram.of(drawn.logDensity(), drawn.logWeights(), -22 * sigma, 38 * sigma, 15);
            assertThat(sampled.totalVariation(exact)).isBetween(0.0005, 0.02);
        }
        Histogram hotter = exact(Enumeration.of(Ising.lattice(3, 0.1, 0)), -22 * sigma, 38 * sigma, 15);
        assertThat(hotter.totalVariation(exact)).isGreaterThan(0.1);
    }

    private static Histogram exact(Enumeration e, double min, double max, int bins) {
        return Histogram.of(e.logDensity(), e.logDensity(), min, max, bins);
    }

    @Test
    void refusesWhatHasNoMeaning() {
        double[] one = {1};
        assertThatIllegalArgumentException().isThrownBy(() -> Histogram.of(one, one, 1, 1, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> Histogram.of(one, one, 0, Double.NaN, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> Histogram.of(one, one, 0, 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Histogram.of(one, new double[2], 0, 1, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> Histogram.of(one, new double[] {NONE}, 0, 1, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> Histogram.of(new double[] {Double.NaN}, one, 0, 1, 2));
        Histogram h = Histogram.of(one, one, 0, 1, 2);
        assertThatIllegalArgumentException().isThrownBy(() -> h.totalVariation(Histogram.of(one, one, 0, 2, 2)));
        assertThatIllegalArgumentException().isThrownBy(() -> h.totalVariation(Histogram.of(one, one, 0, 1, 3)));
    }
}
