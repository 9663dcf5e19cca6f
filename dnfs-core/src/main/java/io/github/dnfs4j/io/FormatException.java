package io.github.dnfs4j.io;

import java.io.IOException;
import java.nio.file.Path;

/** A file that is not what it should be; the message is one line, {@code FILE: REASON}. */
public final class FormatException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_REASON = 300;

    public FormatException(Path file, String reason) {
        super(shown(file) + ": " + oneLine(reason));
    }

    /** {@code FILE:LINE: REASON}. */
    public FormatException(Path file, long line, String reason) {
        super(shown(file) + ":" + line + ": " + oneLine(reason));
    }

    public FormatException(Path file, String reason, Throwable cause) {
        super(shown(file) + ": " + oneLine(reason), cause);
    }

    /** Reasons quote names found in the file, and a hostile name may hold line breaks or be megabytes long. */
    private static String oneLine(String reason) {
        String start = reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) + "..." : reason;
        return visible(start);
    }

    private static String shown(Path file) {
        return visible(file.toString());
    }

    /** Text of others without what a terminal would obey: control characters and those that turn the direction. */
    public static String visible(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", "?");
    }
}
