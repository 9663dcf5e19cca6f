package io.github.dnfs4j.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatticesTest {
    private static final int WHITE = 0xFFFFFF;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 9, 200})
    void everySiteHasTheColourOfItsStateRightIntoItsCorners(int states) throws IOException {
        int rows = 3;
        int columns = 5;
        byte[][] samples = new byte[7][rows * columns];
        for (int k = 0; k < samples.length; k++) {
            for (int site = 0; site < rows * columns; site++) {
                samples[k][site] = (byte) ((31 * k + 17 * site) % states);
            }
        }
        BufferedImage image = draw(samples, rows, columns, states);
        Lattices sheet = Lattices.of(samples.length, rows, columns);
        int[] colours = Palette.states(states);
        for (int k = 0; k < samples.length; k++) {
            for (int site = 0; site < rows * columns; site++) {
                int left = sheet.left(k) + site % columns * sheet.cell();
                int top = sheet.top(k) + site / columns * sheet.cell();
                int colour = colours[samples[k][site] & 0xFF];
                assertThat(rgb(image, left, top)).isEqualTo(colour);
                assertThat(rgb(image, left + sheet.cell() - 1, top + sheet.cell() - 1))
                        .isEqualTo(colour);
            }
        }
    }

    @Test
    void headingsStandAboveTheirColumns() throws IOException {
        byte[][] samples = new byte[6][9];
        Arrays.fill(samples[4], (byte) 1);
        Lattices sheet = Lattices.under(3, 6, 3, 3);
        BufferedImage image = ImageIO.read(Figures.paths(folder.resolve("p.png"), samples, 3, 3, 2, "a", "β = 0.1", "c")
                .toFile());
        assertThat(image.getWidth()).isBetween(1400, 1500);
        for (int k = 0; k < 6; k++) {
            assertThat(rgb(image, sheet.left(k) + 1, Lattices.HEAD + sheet.top(k) + 1))
                    .isEqualTo(Palette.states(2)[k == 4 ? 1 : 0]);
        }
        for (int k = 0; k < 3; k++) {
            int from = sheet.left(k);
            int ink = 0;
            for (int x = from; x < from + 3 * sheet.cell(); x++) {
                for (int y = 0; y < Lattices.HEAD; y++) {
                    ink += clear(image, x, y) ? 0 : 1;
                }
            }
            assertThat(ink).as("heading %d", k).isPositive();
            assertThat(clear(image, from - Lattices.GAP / 2, Lattices.HEAD / 2)).isTrue();
        }
    }

    @Test
    void latticesHaveGapsBetweenThemThroughWhichThePageIsSeen() throws IOException {
        BufferedImage image = draw(new byte[32][64], 8, 8, 2);
        Lattices sheet = Lattices.of(32, 8, 8);
        assertThat(sheet.across()).isEqualTo(8);
        for (int k = 0; k < 32; k++) {
            assertThat(clear(image, sheet.left(k) - Lattices.GAP / 2, sheet.top(k) + 5))
                    .isTrue();
            assertThat(clear(image, sheet.left(k) + 5, sheet.top(k) - Lattices.GAP / 2))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 9, 100})
    void statesHaveDifferentColoursAndNoneIsTheBackground(int states) {
        assertThat(Arrays.stream(Palette.states(states)).distinct()).hasSize(states);
        assertThat(Palette.states(states)).doesNotContain(WHITE);
    }

    @Test
    void onlyTheFirstThirtyTwoSamplesAreShown() throws IOException {
        BufferedImage image = draw(new byte[100][16], 4, 4, 2);
        assertThat(image.getHeight()).isEqualTo(Lattices.of(32, 4, 4).height());
    }

    @Test
    void aSheetIsAboutAsWideAsTheOtherFigures() {
        assertThat(Lattices.of(32, 16, 16).width()).isBetween(700, 900);
        assertThat(Lattices.of(10, 1, 60).width()).isBetween(700, 900);
        assertThat(Lattices.of(1, 40, 1).width()).isPositive();
    }

    @Test
    void statesAndShapesThatDoNotFitAreRefused() {
        byte[][] samples = {{0, 1, 2, 3}};
        assertThatIllegalArgumentException().isThrownBy(() -> draw(samples, 2, 2, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> draw(samples, 2, 3, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> draw(samples, 2, 2, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> draw(samples, 2, 2, 257));
    }

    private BufferedImage draw(byte[][] samples, int rows, int columns, int states) throws IOException {
        Path png = Figures.lattices(folder.resolve("lattices.png"), samples, rows, columns, states);
        return ImageIO.read(png.toFile());
    }

    private static boolean clear(BufferedImage image, int x, int y) {
        return image.getRGB(x, y) >>> 24 == 0;
    }

    private static int rgb(BufferedImage image, int x, int y) {
        return image.getRGB(x, y) & 0xFFFFFF;
    }
}
