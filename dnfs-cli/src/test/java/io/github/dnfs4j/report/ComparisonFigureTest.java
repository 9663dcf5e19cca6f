package io.github.dnfs4j.report;

import static io.github.dnfs4j.report.Pictures.colours;
import static io.github.dnfs4j.report.Pictures.has;
import static io.github.dnfs4j.report.Pictures.steps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.report.Figures.Line;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonFigureTest {
    @TempDir
    Path folder;

    private static Curve line(double from, double to, double level) {
        double[] x = {from, (from + to) / 2, to};
        double[] y = {level, level, level};
        return new Curve(x, y);
    }

    /** Runs of equal minutes end at different steps: the mean covers what all of them have. */
    @Test
    void theMeanIsOverCommonSteps() {
        Curve mean = ComparisonFigure.mean(List.of(line(1, 100, 1), line(5, 80, 4)), false);
        assertThat(mean.x()[0]).isEqualTo(5);
        assertThat(mean.x()[mean.size() - 1]).isEqualTo(80);
        assertThat(mean.y()).containsOnly(2.5);
        Curve geometric = ComparisonFigure.mean(List.of(line(1, 100, 1), line(5, 80, 4)), true);
        for (double y : geometric.y()) {
            assertThat(y).isCloseTo(2, within(1e-12));
        }
        Curve slope = new Curve(new double[] {0, 10}, new double[] {0, 10});
        Curve same = ComparisonFigure.mean(List.of(slope), false);
        for (int k = 0; k < same.size(); k++) {
            assertThat(same.y()[k]).isCloseTo(same.x()[k], within(1e-12));
        }
        assertThat(ComparisonFigure.mean(List.of(), false).isEmpty()).isTrue();
    }

    @Test
    void everyLineHasItsColourAndSeedsAreLighter() throws IOException {
        double[] x = steps(200);
        double[] high = Arrays.stream(x).map(s -> 100 / (s + 10)).toArray();
        double[] low = Arrays.stream(x).map(s -> 10 / (s + 10)).toArray();
        double[] lower = Arrays.stream(x).map(s -> 5 / (s + 10)).toArray();
        BufferedImage image = Pictures.image(Figures.comparison(
                folder.resolve("f.png"),
                "Losses",
                "loss",
                List.of(new Line("a", List.of(x), List.of(high)), new Line("b", List.of(x, x), List.of(low, lower))),
                true));
        assertThat(has(image, Palette.BLUE.getRGB())).isTrue();
        assertThat(has(image, Palette.VERMILION.getRGB())).isTrue();
        assertThat(has(image, Palette.light(Palette.VERMILION, 0.35).getRGB())).isTrue();
    }

    @Test
    void nothingMeasuredIsSaidAndTwoOfANameAreRefused() throws IOException {
        Line none = new Line("a", List.of(steps(2)), List.of(new double[] {Double.NaN, -1}));
        assertThat(colours(Figures.comparison(folder.resolve("f.png"), "t", "y", List.of(none), true)))
                .isGreaterThan(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Figures.comparison(folder.resolve("f.png"), "t", "y", List.of(none, none), true));
    }
}
