package io.github.dnfs4j.experiment.plan;

import org.jspecify.annotations.Nullable;

/**
 * What an experiment takes at a budget.
 *
 * @param minutes as they were measured, or estimated where {@code estimate} says so
 * @param needs the machine
 * @param estimate whether nobody has measured it
 */
public record Expectation(double minutes, @Nullable String needs, boolean estimate) {
    public Expectation {
        if (!(minutes > 0)) {
            throw new IllegalArgumentException("expected minutes must be above 0, not " + minutes);
        }
    }

    /** {@code 3 min} or {@code about 2 h}, and the machine. */
    String text() {
        String time = minutes < 90 ? trimmed(minutes) + " min" : trimmed(minutes / 60) + " h";
        return (estimate ? "about " : "") + time + (needs == null ? "" : ", " + needs);
    }

    private static String trimmed(double value) {
        double rounded = value < 10 ? Math.round(value * 10) / 10.0 : Math.round(value);
        return rounded == Math.rint(rounded) ? String.valueOf((long) rounded) : String.valueOf(rounded);
    }
}
