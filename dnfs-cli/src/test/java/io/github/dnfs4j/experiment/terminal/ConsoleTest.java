package io.github.dnfs4j.experiment.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.report.FiguresUnavailableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsoleTest {
    /** A reproduction would draw dozens. */
    @Test
    void missingFontsAreToldOnce() throws IOException {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        Console console = new Console(stream, stream, false);
        for (Console one : List.of(console, console.plain(), console.plain())) {
            assertThat(one.drawn(() -> {
                        throw new FiguresUnavailableException(false, new Error());
                    }))
                    .isEmpty();
        }
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).startsWith("dnfs: figures cannot be drawn");
    }

    /** Judged by a shell. */
    @Test
    void aWordComesBackFromAShellAsItWas() throws IOException {
        for (String word : List.of("runs/a-1", "my file's.yaml", "$HOME", "a\nb", "")) {
            Process shell = new ProcessBuilder("sh", "-c", "printf %s " + Console.word(word)).start();
            assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(word);
        }
        assertThat(Console.word("runs/a-1")).isEqualTo("runs/a-1");
    }
}
