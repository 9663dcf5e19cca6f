package io.github.dnfs4j.testkit;

import java.util.Locale;

/** Fails with a sentence. */
final class Expect {
    private Expect() {}

    static void that(boolean holds, String format, Object... arguments) {
        if (!holds) {
            throw new AssertionError(String.format(Locale.ROOT, format, arguments));
        }
    }
}
