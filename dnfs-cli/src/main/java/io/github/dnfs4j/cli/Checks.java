package io.github.dnfs4j.cli;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Refuses numbers that no command can mean. */
final class Checks {
    private Checks() {}

    /** Above zero and finite, where given at all. */
    static <T extends Number> @Nullable T positive(String option, @Nullable T value) {
        if (value != null && !(value.doubleValue() > 0 && Double.isFinite(value.doubleValue()))) {
            throw new IllegalArgumentException(option + " must be above 0, not " + value);
        }
        return value;
    }

    /** At most as many states as an array of bytes can hold. */
    static void fitsMemory(String option, int count, int sites) {
        if ((long) count * sites > Integer.MAX_VALUE - 16L) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s %d is too much at once for %d sites; at most %d",
                    option,
                    count,
                    sites,
                    (Integer.MAX_VALUE - 16) / sites));
        }
    }
}
