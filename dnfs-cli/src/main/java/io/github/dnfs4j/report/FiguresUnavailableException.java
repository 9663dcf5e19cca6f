package io.github.dnfs4j.report;

import java.io.IOException;

/**
 * This machine's Java cannot draw text, so no figure was written; its message is one line that says what to install.
 *
 * <p>Figures are a courtesy: a run that catches this goes on and writes its report without them.
 */
public final class FiguresUnavailableException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Debian's and Ubuntu's own headless Java depends on all of these already; a JDK unpacked from an archive, a slim
     * container or a broken font configuration is where they are missing.
     */
    private static final String FONTS =
            "install fonts (apt-get install fontconfig libfreetype6 libharfbuzz0b fonts-dejavu-core)";

    private static final String DISPLAY = "start Java with -Djava.awt.headless=true";

    /** For a machine without fonts, or one that has a display which does not answer. */
    public FiguresUnavailableException(boolean display, Throwable cause) {
        super("figures cannot be drawn: " + (display ? DISPLAY : FONTS), cause);
    }
}
