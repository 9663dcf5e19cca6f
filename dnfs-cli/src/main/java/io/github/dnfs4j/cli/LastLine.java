package io.github.dnfs4j.cli;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Passes on what is printed and remembers the last line that was not blank. */
final class LastLine extends FilterOutputStream {
    private final ByteArrayOutputStream current = new ByteArrayOutputStream();
    private String line = "";

    LastLine(OutputStream out) {
        super(out);
    }

    PrintStream stream() {
        return new PrintStream(this, true, StandardCharsets.UTF_8);
    }

    @Override
    public void write(int b) throws IOException {
        out.write(b);
        if (b == '\n') {
            keep();
        } else {
            current.write(b);
        }
    }

    private void keep() {
        String text = current.toString(StandardCharsets.UTF_8).strip();
        line = text.isEmpty() ? line : text;
        current.reset();
    }

    /** Without the name of the program, which begins every failure. */
    String line() {
        keep();
        return line.replaceFirst("^dnfs: ", "");
    }
}
