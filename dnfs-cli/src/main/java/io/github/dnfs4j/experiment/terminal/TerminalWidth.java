package io.github.dnfs4j.experiment.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** How wide the terminal of this process is, as {@code stty} says. Java does not know. */
final class TerminalWidth {
    private static final int USUAL = 80;
    private static final int LEAST = 20;
    private static final int SECONDS = 2;

    private TerminalWidth() {}

    /** Characters in a line of the standard output; as many as one likes where no terminal shows it. */
    static int ofOutput() {
        return Console.isTerminal(Console.STDOUT) ? columns() : Integer.MAX_VALUE;
    }

    /** Characters in a line; 80 where nobody knows. */
    static int columns() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                if (stty.waitFor(SECONDS, TimeUnit.SECONDS)) {
                    return parse(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
                }
            } finally {
                stty.destroy();
            }
        } catch (IOException noSuchSystem) {
            // no stty, or no terminal
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return USUAL;
    }

    /** Of {@code "rows columns"}. */
    static int parse(String size) {
        String[] words = size.strip().split(" ", -1);
        if (words.length != 2 || !words[1].matches("[0-9]{1,5}")) {
            return USUAL;
        }
        int columns = Integer.parseInt(words[1]);
        return columns < LEAST ? USUAL : columns; // a terminal nobody told its size says 0
    }
}
