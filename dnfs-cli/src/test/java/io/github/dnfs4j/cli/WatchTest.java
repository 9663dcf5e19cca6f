package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.browser.Browser;
import io.github.dnfs4j.experiment.terminal.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sun.misc.Signal;

/** A run that is watched while it trains. */
class WatchTest {
    private static final Pattern ADDRESS =
            Pattern.compile("watch it at (http://127\\.0\\.0\\.1:\\d+/\\?token=[0-9a-f]+)");

    @TempDir
    Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aBrowserSeesItGrowAndEnd() throws Exception {
        CompletableFuture<Integer> run = CompletableFuture.supplyAsync(() -> Main.run(
                new Console(
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        false),
                Cli.training("--steps=100000000", "--watch", "--out=" + folder.resolve("run"))
                        .toArray(String[]::new)));
        try (Browser browser = Browser.start(folder.resolve("profile"))) {
            URI address = address();
            try {
                grows(browser.look(360, 800, true).open(address));
            } finally {
                if (!run.isDone()) { // signals are handled since there is an address
                    Signal.raise(new Signal("TERM"));
                }
            }
            assertThat(run.join()).as(err.toString(StandardCharsets.UTF_8)).isEqualTo(143);
            browser.waitFor("document.getElementById('state').textContent.startsWith('The run has ended')");
            assertThat(org.assertj.core.api.Assertions.catchThrowable(
                            () -> new Socket(address.getHost(), address.getPort()).close()))
                    .isInstanceOf(ConnectException.class);
        }
    }

    private static void grows(Browser browser) throws Exception {
        browser.waitFor("document.querySelectorAll('#loss polyline').length === 1");
        browser.waitFor("document.querySelectorAll('#ess polyline').length === 3");
        browser.waitFor("document.getElementById('samples').width === 8 * 4 - 1");
        assertThat(browser.value("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(360);
        assertThat(browser.value("document.getElementById('title').textContent").asText())
                .isEqualTo("ising-3x3, seed 1");
        // It goes on without being loaded again.
        browser.value("window.untouched = true");
        String before = browser.value("document.querySelector('#numbers dd').textContent")
                .asText();
        browser.waitFor("document.querySelector('#numbers dd').textContent !== '" + before + "'");
        assertThat(browser.value("window.untouched").asBoolean()).isTrue();
        assertThat(browser.problems()).isEmpty();
    }

    @Test
    void withoutTheOptionNothingIsServed() throws IOException {
        assertThat(Cli.train("--steps=2", "--out=" + folder.resolve("run")).err())
                .doesNotContain("watch it at");
    }

    private URI address() throws InterruptedException {
        for (int k = 0; k < 6000; k++) {
            Matcher found = ADDRESS.matcher(err.toString(StandardCharsets.UTF_8));
            if (found.find()) {
                return URI.create(found.group(1));
            }
            Thread.sleep(50);
        }
        throw new IllegalStateException(err.toString(StandardCharsets.UTF_8));
    }
}
