package io.github.dnfs4j.metric;

import org.jspecify.annotations.Nullable;

/**
 * A number with its error.
 *
 * @param value the estimate
 * @param standardError of the value; NaN where it is unknown
 * @param reference the exact value, where it is known
 */
public record Estimate(
        double value, double standardError, @Nullable Double reference) {
    public Estimate {
        if (standardError < 0) {
            throw new IllegalArgumentException("standard error must not be negative, it is " + standardError);
        }
    }

    /** An estimate without a reference. */
    public static Estimate of(double value, double standardError) {
        return new Estimate(value, standardError, null);
    }
}
