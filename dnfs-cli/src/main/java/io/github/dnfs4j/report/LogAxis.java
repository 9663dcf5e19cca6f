package io.github.dnfs4j.report;

import java.util.Arrays;
import java.util.Locale;

/**
 * A logarithmic y axis as a linear one in log10 y, from {@code low} to {@code high}, labelled with y.
 *
 * <p>XChart's own shows powers of ten only, which leaves a curve within one decade without a single label.
 */
record LogAxis(double low, double high) {
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

    void applyTo(Plot plot) {
        plot.style().setYAxisMin(low);
        plot.style().setYAxisMax(high);
        plot.style().setYAxisTickLabelsFormattingFunction(LogAxis::label);
    }

    /** Two digits: 0.032, 4.5, 1.0e-7. */
    static String label(double log) {
        double value = Math.pow(10, log);
        if (value >= 1e-3 && value < 1e5) {
            int decimals = (int) Math.max(0, 1 - Math.floor(log + 1e-9));
            return String.format(Locale.ROOT, "%." + decimals + "f", value);
        }
        return String.format(Locale.ROOT, "%.1e", value);
    }
}
