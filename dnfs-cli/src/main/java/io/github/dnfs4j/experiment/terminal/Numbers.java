package io.github.dnfs4j.experiment.terminal;

import io.github.dnfs4j.metric.Estimate;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers as a reader wants them: as many digits as their error leaves meaning. */
public final class Numbers {
    private static final int DECIMALS = 4;
    private static final int MOST_DECIMALS = 8;

    /** What stands for a number that is unknown. */
    public static final String NONE = "–";

    private Numbers() {}

    /** {@code 15.5219 ± 0.0011}: two digits of the error; four decimals without a usable error. */
    public static String withError(double value, double error) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        int decimals = decimals(error);
        return usable(error)
                ? fixed(value, decimals) + " ± " + fixed(error, decimals)
                : signlessZero(fixed(value, decimals));
    }

    /** An estimate with its error. */
    public static String withError(Estimate e) {
        return withError(e.value(), e.standardError());
    }

    /** How far an estimate is from its exact value; empty where there is none. */
    public static String difference(Estimate e) {
        return e.reference() == null ? "" : difference(e.value(), e.standardError(), e.reference());
    }

    /** How far from the exact value, in the digits of the error and in errors. */
    public static String difference(double value, double error, double exact) {
        if (!Double.isFinite(value) || !Double.isFinite(exact)) {
            return "";
        }
        String text = String.format(Locale.ROOT, "%+." + decimals(error) + "f", value - exact)
                .replaceFirst("^[+-](?=[0.]*$)", "");
        return usable(error)
                ? text + String.format(Locale.ROOT, " (%.1f s.e.)", Math.abs(value - exact) / error)
                : text;
    }

    /** {@code 1.234 ± 0.005} with so many decimals, and without an error that is unknown. */
    public static String fixed(double value, double error, int decimals) {
        if (Double.isNaN(value)) {
            return NONE;
        }
        return Double.isNaN(error) ? fixed(value, decimals) : fixed(value, decimals) + " ± " + fixed(error, decimals);
    }

    /** A known value; empty where there is none. */
    public static String exact(@Nullable Double value) {
        return value != null && Double.isFinite(value) ? signlessZero(fixed(value, 6)) : "";
    }

    /** A loss or a rate over many orders of magnitude. */
    public static String significant(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.3g", value) : NONE;
    }

    /** Network calls a path: a mean of whole numbers. */
    public static String calls(double mean) {
        return Double.isNaN(mean) ? NONE : String.format(Locale.ROOT, mean < 100 ? "%.1f" : "%,.0f", mean);
    }

    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** {@code 42 s}, {@code 3:07} or {@code 1:03:07}. */
    public static String duration(double seconds) {
        if (!Double.isFinite(seconds)) {
            return NONE;
        }
        long s = Math.round(seconds);
        if (s < 60) {
            return seconds < 9.95 ? String.format(Locale.ROOT, "%.1f s", seconds) : s + " s";
        }
        return s < 3600
                ? String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    }

    private static String fixed(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    private static String signlessZero(String text) {
        return text.matches("-0\\.?0*") ? text.substring(1) : text;
    }

    /** An error that its most decimals do not show is the rounding of a number that is exact. */
    private static boolean usable(double error) {
        return Double.isFinite(error) && error >= 0.5 * Math.pow(10, -MOST_DECIMALS);
    }

    private static int decimals(double error) {
        if (!usable(error)) {
            return DECIMALS;
        }
        return (int) Math.max(0, Math.min(MOST_DECIMALS, 1 - Math.floor(Math.log10(error))));
    }
}
