package io.github.dnfs4j.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** What can be seen: contrasts as WCAG counts them, of which 3 is asked for the lines of a chart. */
class PaletteTest {
    private static final double LEAST = 3;
    private static final double LEAST_IN_THE_DARK = 4;
    /** The rows of hue-rotate(180deg). */
    private static final double[][] TURN = {{-0.574, 1.43, 0.144}, {0.426, 0.43, 0.144}, {0.426, 1.43, -0.856}};

    @Test
    void linesAreSeenOnWhiteAndInTheDark() {
        List<Color> all = new ArrayList<>(List.of(Palette.LINES));
        all.addAll(List.of(Palette.INK, Palette.GREY));
        for (Color colour : all) {
            assertThat(contrast(plain(colour), plain(Color.WHITE)))
                    .as("%s", colour)
                    .isGreaterThan(LEAST);
            assertThat(contrast(dark(colour), dark(Color.WHITE)))
                    .as("%s in the dark", colour)
                    .isGreaterThan(colour.equals(Palette.GREY) ? LEAST : LEAST_IN_THE_DARK);
        }
    }

    private static double contrast(double[] one, double[] other) {
        double a = luminance(one) + 0.05;
        double b = luminance(other) + 0.05;
        return Math.max(a, b) / Math.min(a, b);
    }

    private static double[] plain(Color c) {
        return DoubleStream.of(c.getRed(), c.getGreen(), c.getBlue())
                .map(v -> v / 255)
                .toArray();
    }

    /** What the filter of the style sheet makes of it. */
    private static double[] dark(Color c) {
        assertThat(Stylesheet.CSS).contains("invert(0.92) hue-rotate(180deg)");
        double[] v =
                DoubleStream.of(plain(c)).map(x -> 0.92 + x * (1 - 2 * 0.92)).toArray();
        double[] turned = new double[v.length];
        for (int i = 0; i < v.length; i++) {
            turned[i] = Math.max(0, Math.min(1, TURN[i][0] * v[0] + TURN[i][1] * v[1] + TURN[i][2] * v[2]));
        }
        return turned;
    }

    private static double luminance(double[] rgb) {
        double[] l = DoubleStream.of(rgb)
                .map(v -> v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4))
                .toArray();
        return 0.2126 * l[0] + 0.7152 * l[1] + 0.0722 * l[2];
    }
}
