package io.github.dnfs4j.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CurveTest {
    @Test
    void thinningKeepsTheExtremesTheOrderAndFewPoints() {
        double[] x = IntStream.range(0, 100_003).mapToDouble(i -> i).toArray();
        double[] y = Arrays.stream(x).map(Math::sin).toArray();
        y[54_321] = 50;
        y[54_322] = -50;
        Curve thin = Curve.of(x, y).thinned();
        assertThat(thin.size()).isLessThanOrEqualTo(1800);
        assertThat(thin.highest()).isEqualTo(50);
        assertThat(thin.lowest()).isEqualTo(-50);
        assertThat(thin.x()).isSorted();
    }

    @Test
    void aSingleExplosionDoesNotBendTheMedian() {
        double[] x = IntStream.range(0, 1000).mapToDouble(i -> i).toArray();
        double[] y = new double[1000];
        Arrays.fill(y, 2);
        y[500] = 1e30;
        Curve smooth = Curve.of(x, y).smoothed();
        assertThat(smooth.y()).containsOnly(2);
        assertThat(smooth.x()[0]).isZero();
        assertThat(smooth.x()[smooth.size() - 1]).isEqualTo(999);
    }

    @Test
    void binsCountEveryValueOnce() {
        double[] values = {0, 0.1, 0.5, 1, 1, 0.999};
        Bins bins = Bins.over(values);
        assertThat(Arrays.stream(bins.count(values)).sum()).isEqualTo(values.length);
        assertThat(bins.count(new double[] {-0.1, 1.1})).containsOnly(0);
    }

    @Test
    void binEdgesLieHalfwayBetweenCentres() {
        assertThat(Bins.around(new double[] {0, 4, 6}).edges()).containsExactly(-2, 2, 5, 7);
        assertThat(Bins.around(new double[] {3}).edges()).containsExactly(2.5, 3.5);
    }

    @Test
    void outlineRisesFromTheGroundAndReturnsToIt() {
        Curve outline = Bins.around(new double[] {0, 1, 2}).outline(new double[] {5, 7, 9}, 1, 3);
        assertThat(outline.x()).containsExactly(0.5, 0.5, 1.5, 1.5, 2.5, 2.5);
        assertThat(outline.y()).containsExactly(0, 7, 7, 9, 9, 0);
    }

    @Test
    void logLabelsAreOneTwoAndFiveOnly() {
        assertThat(LogAxis.label(0)).isEqualTo("1");
        assertThat(LogAxis.label(-1.7)).isEqualTo("0.02");
        assertThat(LogAxis.label(2.7)).isEqualTo("500");
        assertThat(LogAxis.label(-7)).isEqualTo("1e-7");
        assertThat(LogAxis.label(6.3)).isEqualTo("2e6");
        Set<String> blank = new HashSet<>();
        for (int tenth : new int[] {-39, -31, -22, -6, -5, -4, -2, -1, 1, 2}) {
            String label = LogAxis.label(0.1 * tenth);
            assertThat(label.replace('\u00a0', ' ')).isBlank();
            assertThat(blank.add(label)).isTrue();
        }
    }
}
