package io.github.dnfs4j.report;

import java.awt.Font;
import java.util.Arrays;
import java.util.Locale;

/**
 * A logarithmic y axis as a linear one in log10 y, from {@code low} to {@code high}, labelled with 1, 2 and 5 times powers
 * of ten, or with these alone where they are many: 2 and 5 are tenths of a decade, nearly, {@code 10^0.3} and
 * {@code 10^0.7}.
 *
 * <p>XChart's own shows powers of ten only, which leaves a curve within one decade without a single label.
 */
record LogAxis(double low, double high) {
    private static final int TENTHS = 10;
    private static final double TENTH = 0.1;
    private static final double MOST_DECADES_IN_PARTS = 4;
    private static final int DIFFERENT = 64;
    private static final int LEAST_TYPE = 15;
    /** Of a line, as a share of the size of its letters. */
    private static final double LINE = 0.95;

    /** An axis that holds the positive values, and a factor of ten at least. */
    static LogAxis of(double lowest, double highest) {
        double low = Math.log10(lowest);
        double high = Math.log10(highest);
        double missing = Math.max(0, 1 - (high - low));
        return new LogAxis(low - missing / 2, high + missing / 2);
    }

    static Curve log(Curve curve) {
        return new Curve(curve.x(), Arrays.stream(curve.y()).map(Math::log10).toArray());
    }

    /** With faint lines at the labels, as far as the curves go. */
    void applyTo(Plot plot, double from, double to) {
        plot.style().setYAxisMin(low);
        plot.style().setYAxisMax(high);
        boolean parts = high - low <= MOST_DECADES_IN_PARTS;
        double spacing = Plot.PLOT_HEIGHT / (high - low) * (parts ? TENTH : 1);
        plot.style().setYAxisTickMarkSpacingHint((int) Math.round(spacing));
        // XChart wants room for a line at every tick, blank or not, and leaves out 2 and 5 where there is less.
        int type = (int) Math.max(LEAST_TYPE, Math.min(Plot.TYPE, spacing / LINE));
        plot.style().setAxisTickLabelsFont(Plot.font(Font.PLAIN, type));
        plot.style().setYAxisTickLabelsFormattingFunction(LogAxis::label);
        plot.style().setPlotGridHorizontalLinesVisible(false);
        for (long tenth = Math.round(Math.ceil(low / TENTH)); tenth * TENTH <= high; tenth++) {
            double y = tenth * TENTH;
            if (Character.isDigit(label(y).charAt(0)) && (parts || tenth % TENTHS == 0)) {
                plot.background(
                        "at " + label(y), new Curve(new double[] {from, to}, new double[] {y, y}), Palette.FAINT);
            }
        }
    }

    /** 0.02, 5, 1e-7; nothing for what lies between these. */
    static String label(double log) {
        long tenth = Math.round(log / TENTH);
        int digit = switch ((int) Math.floorMod(tenth, TENTHS)) {
            case 0 -> 1;
            case 3 -> 2;
            case 7 -> 5;
            default -> 0;
        };
        int power = (int) Math.floorDiv(tenth, TENTHS);
        if (digit == 0 || Math.abs(log / TENTH - tenth) > 1e-6) {
            // XChart leaves out ticks until all labels differ, so blanks differ: in two kinds of spaces.
            return Long.toBinaryString(Math.floorMod(tenth, DIFFERENT))
                    .replace('0', ' ')
                    .replace('1', '\u00a0');
        }
        return power < -3 || power > 4
                ? digit + "e" + power
                : String.format(Locale.ROOT, "%." + Math.max(0, -power) + "f", digit * Math.pow(10, power));
    }
}
