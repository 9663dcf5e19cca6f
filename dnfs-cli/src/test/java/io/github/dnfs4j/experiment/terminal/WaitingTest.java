package io.github.dnfs4j.experiment.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WaitingTest {
    @Test
    void speaksAgainAndAgainUntilClosed() throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        CountDownLatch asked = new CountDownLatch(3);
        try (Waiting sign = Waiting.on(
                new Console(stream, stream, false),
                () -> {
                    asked.countDown();
                    return "drawing " + asked.getCount();
                },
                1)) {
            asked.await();
        }
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("drawing 2, 0.")
                .contains("\ndrawing 1, 0.");
    }

    @Test
    void inATerminalTheLineIsDrawnOverAndGoesInTheEnd() throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        CountDownLatch asked = new CountDownLatch(3);
        try (Waiting sign = Waiting.on(
                new Console(stream, stream, true),
                () -> {
                    asked.countDown();
                    return "drawing " + asked.getCount();
                },
                1)) {
            asked.await();
        }
        String shown = err.toString(StandardCharsets.UTF_8);
        assertThat(shown)
                .startsWith("\rdrawing 2, 0.")
                .contains("\rdrawing 1, 0.")
                .doesNotContain("\n");
        assertThat(shown).matches("(?s).*\r +\r$");
    }
}
