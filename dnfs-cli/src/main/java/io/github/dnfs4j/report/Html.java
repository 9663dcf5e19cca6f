package io.github.dnfs4j.report;

import java.util.Map;

/** Text and elements of HTML, written so that an XML parser reads them too. All text passes through {@link #text}. */
final class Html {
    private static final int REPLACEMENT = 0xFFFD;

    private static final Map<Integer, String> ESCAPES =
            Map.of((int) '&', "&amp;", (int) '<', "&lt;", (int) '>', "&gt;", (int) '"', "&quot;", (int) '\'', "&#39;");

    private Html() {}

    /** Escaped for element content and quoted attributes alike. */
    static String text(String raw) {
        StringBuilder escaped = new StringBuilder(raw.length() + 16);
        raw.codePoints().forEach(point -> {
            String escape = ESCAPES.get(point);
            if (escape != null) {
                escaped.append(escape);
            } else {
                escaped.appendCodePoint(allowed(point) ? point : REPLACEMENT);
            }
        });
        return escaped.toString();
    }

    /** An element around content that is already HTML. */
    static String element(String tag, String content) {
        return "<" + tag + ">" + content + "</" + tag + ">";
    }

    /** What XML allows: no control characters, such as the escapes of a terminal, and no half of a surrogate pair. */
    private static boolean allowed(int point) {
        return point == '\t'
                || point == '\n'
                || point == '\r'
                || (point >= 0x20 && point <= 0x7E)
                || (point >= 0xA0 && point <= 0xD7FF)
                || (point >= 0xE000 && point <= REPLACEMENT)
                || point >= 0x10000;
    }
}
