package io.github.dnfs4j.report;

import static io.github.dnfs4j.report.Pictures.colours;
import static io.github.dnfs4j.report.Pictures.has;
import static io.github.dnfs4j.report.Pictures.steps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.report.Figures.Series;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresTest {
    private static final double NAN = Double.NaN;

    @TempDir
    Path folder;

    @Test
    void lossCurveIsAPictureOfTheExpectedSize() throws IOException {
        double[] step = steps(5000);
        double[] loss =
                Arrays.stream(step).map(s -> 20 * Math.exp(-s / 800) + 0.1).toArray();
        assertThat(colours(Figures.lossCurve(folder.resolve("deep/er/loss.png"), step, loss)))
                .isGreaterThan(10);
    }

    @Test
    void lossCurveLeavesOutWhatALogarithmCannotTake() throws IOException {
        double[] loss = {1, 0, -3, NAN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 2};
        byte[] all = Files.readAllBytes(Figures.lossCurve(file(), steps(7), loss));
        byte[] good = Files.readAllBytes(Figures.lossCurve(file(), new double[] {0, 6}, new double[] {1, 2}));
        assertThat(all).isEqualTo(good);
    }

    /** From a sixth of a decade to many: between the title of the axis and the axis there are labels,
     * with 2 and 5 among them where there is room. */
    @Test
    void lossCurveHasLabelsWhateverItsRange() throws IOException {
        for (double decades : new double[] {0.15, 1, 2.5, 3.9, 4.2, 12}) {
            double[] y = new double[50];
            Arrays.setAll(y, k -> 3 * Math.pow(10, -decades * k / 49));
            BufferedImage image = Pictures.image(Figures.lossCurve(file(), steps(50), y));
            int labels = 0;
            boolean above = false;
            for (int row = 0; row < image.getHeight() - 100; row++) {
                boolean ink = false;
                for (int column = 52; column < 76; column++) {
                    ink |= (image.getRGB(column, row) & 0xff) < 128;
                }
                labels += ink && !above ? 1 : 0;
                above = ink;
            }
            assertThat(labels).as("over %s decades", decades).isBetween(decades == 2.5 ? 6 : 2, 20);
        }
    }

    @Test
    void lossCurveOfOneValueOfEqualValuesAndOfExtremesIsDrawn() throws IOException {
        assertThat(colours(Figures.lossCurve(file(), steps(1), new double[] {3})))
                .isGreaterThan(1);
        assertThat(colours(Figures.lossCurve(file(), steps(3), new double[] {3, 3, 3})))
                .isGreaterThan(1);
        double[] extremes = {Double.MIN_VALUE, 1, Double.MAX_VALUE};
        assertThat(colours(Figures.lossCurve(file(), steps(3), extremes))).isGreaterThan(1);
    }

    @Test
    void withoutNumbersAFigureSaysSo() throws IOException {
        double[] none = {};
        double[] nan = {NAN, NAN};
        assertThat(colours(Figures.lossCurve(file(), none, none))).isGreaterThan(1);
        assertThat(colours(Figures.lossCurve(file(), steps(2), nan))).isGreaterThan(1);
        assertThat(colours(Figures.essCurve(file(), none, none, none, none))).isGreaterThan(1);
        assertThat(colours(Figures.essCurve(file(), steps(2), nan, nan, nan))).isGreaterThan(1);
        assertThat(colours(Figures.energyHistogram(file(), none, List.of()))).isGreaterThan(1);
        assertThat(colours(Figures.energyHistogram(file(), steps(2), List.of(new Series("a", nan)))))
                .isGreaterThan(1);
        assertThat(colours(Figures.weightHistogram(file(), none))).isGreaterThan(1);
        assertThat(colours(Figures.weightHistogram(file(), nan))).isGreaterThan(1);
        assertThat(colours(Figures.lattices(file(), new byte[0][], 4, 4, 2))).isGreaterThan(1);
    }

    @Test
    void essCurveWithAWeightMeasuredRarelyOrNeverIsDrawn() throws IOException {
        double[] rare = {NAN, 0.5, NAN};
        double[] never = {NAN, NAN, NAN};
        double[] horizon = {0.1, 0.5, 1};
        assertThat(colours(Figures.essCurve(file(), steps(3), horizon, rare, never)))
                .isGreaterThan(3);
        assertThat(colours(Figures.essCurve(file(), steps(3), never, never, rare)))
                .isGreaterThan(3);
    }

    @Test
    void energyHistogramShowsEachSeriesInItsOwnColour() throws IOException {
        double[] centres = steps(20);
        List<Series> three = List.of(bump("weighted", 8), bump("raw", 11), bump("exact", 9));
        BufferedImage image = Pictures.image(Figures.energyHistogram(file(), centres, three));
        assertThat(has(image, Palette.BLUE.getRGB())).isTrue();
        assertThat(has(image, Palette.VERMILION.getRGB())).isTrue();
        assertThat(has(image, Palette.light(Palette.GREY, 0.45).getRGB())).isTrue();
    }

    @Test
    void energyHistogramTakesOneBinAndOneSeries() throws IOException {
        List<Series> one = List.of(new Series("all", new double[] {1}));
        assertThat(colours(Figures.energyHistogram(file(), new double[] {-4}, one)))
                .isGreaterThan(3);
    }

    @Test
    void histogramsThatDoNotFitTheirBinsAreRefused() {
        List<Series> one = List.of(new Series("all", new double[] {1}));
        assertThatIllegalArgumentException().isThrownBy(() -> Figures.energyHistogram(file(), steps(2), one));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Figures.energyHistogram(file(), new double[] {1, 1}, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Series(" ", new double[0]));
        List<Series> twins = List.of(bump("same", 3), bump("same", 4));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Figures.energyHistogram(file(), steps(20), twins))
                .withMessageContaining("same");
    }

    @Test
    void weightHistogramTakesEqualHugeAndZeroWeights() throws IOException {
        assertThat(colours(Figures.weightHistogram(file(), new double[50]))).isGreaterThan(3);
        double[] mixed = {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, NAN, -4000, -4001, 5000};
        assertThat(colours(Figures.weightHistogram(file(), mixed))).isGreaterThan(3);
        SplittableRandom random = new SplittableRandom(1);
        double[] many = DoubleStream.generate(() -> -300 + Math.log(random.nextDouble()))
                .limit(2000)
                .toArray();
        assertThat(colours(Figures.weightHistogram(file(), many))).isGreaterThan(3);
    }

    @Test
    void linesWhosePartsDifferInLengthAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Figures.lossCurve(file(), steps(2), steps(3)));
    }

    private Path file() {
        return folder.resolve("figure.png");
    }

    private static Series bump(String name, double centre) {
        double[] mass = Arrays.stream(steps(20))
                .map(x -> Math.exp(-(x - centre) * (x - centre) / 8) / 5)
                .toArray();
        return new Series(name, mass);
    }
}
