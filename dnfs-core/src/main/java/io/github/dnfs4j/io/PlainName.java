package io.github.dnfs4j.io;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A name from a file of settings that becomes the name of a file or folder: letters, digits and a few signs, never a
 * path. Whoever wrote the file may not be who runs it.
 */
public final class PlainName {
    private static final int LONGEST = 100;
    private static final String SIGNS = "[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N} _.,+=-]*";
    private static final Pattern PLAIN = Pattern.compile(SIGNS);
    private static final Pattern OTHER = Pattern.compile("^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{M}\\p{N} _.,+=-]+");

    private PlainName() {}

    /** The name, or a line that says what it is the name of. */
    public static String check(String what, @Nullable String name) {
        if (name == null || name.length() > LONGEST || !PLAIN.matcher(name).matches()) {
            throw new IllegalArgumentException("the name of a " + what + " is up to " + LONGEST
                    + " letters, digits, spaces and _ . , + = -, not '" + name + "'");
        }
        return name;
    }

    /** Any text as such a name: what does not belong becomes a dash. */
    public static String of(String text) {
        String plain = OTHER.matcher(text).replaceAll("-").replaceFirst("^-+", "");
        return plain.isEmpty() ? "unnamed" : plain.substring(0, Math.min(LONGEST, plain.length()));
    }
}
