package io.github.dnfs4j.experiment.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PlainTextTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream raw = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private String printed(String text, boolean returns) {
        PlainText.over(raw, returns).print(text);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void textStays() {
        String text = "a\tb\n\u00a0\u00bf\u00e9 \u2192 \ud83d\ude00 \u03c3\n";
        assertThat(printed(text, false)).isEqualTo(text);
    }

    @Test
    void whatATerminalWouldObeyDoesNotPass() {
        assertThat(printed("\u001b]0;title\u0007 \u009b31m \u0090 \u007f \b\r\n", false))
                .isEqualTo("?]0;title? \u00bf31m \u00bf ? ??\n");
    }

    /** {@code gpj.exe} with one of them in it reads as {@code exe.jpg}. */
    @Test
    void nothingTurnsTheDirectionOfWriting() {
        assertThat(printed("\u202a\u202b\u202c\u202d\u202e \u2066\u2067\u2068\u2069", false))
                .isEqualTo("\u203d\u203d\u203d\u203d\u203d \u2047\u2047\u2047\u2047");
        String near = "\u2029\u202f\u2065\u206a\u05d0\u0627";
        bytes.reset();
        assertThat(printed(near, false)).isEqualTo(near);
    }

    @Test
    void aBarMayReturn() {
        assertThat(printed("\r 50 %\r 51 %\u001b[K", true)).isEqualTo("\r 50 %\r 51 %?[K");
    }

    @Test
    void aCharacterInTwoWritesIsSeen() {
        PrintStream out = PlainText.over(raw, false);
        out.write(0xc2);
        out.write(0x9b);
        out.write(0xc3);
        out.write(0x9b);
        out.flush();
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("\u00bf\u00db");
    }
}
