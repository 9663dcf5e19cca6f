package io.github.dnfs4j.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.browser.Browser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The curves of the live view in a browser. */
class LiveChartTest {
    @TempDir
    Path folder;

    private void copy(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(LiveChartTest.class.getResourceAsStream("/live/" + name))) {
            Files.copy(in, folder.resolve(name));
        }
    }

    /** Numbers of steps as long as they come, each the last label of its axis: none is cut, none lies on another. */
    @Test
    void labelsAreWhollySeenAndApart() throws Exception {
        copy("chart.js");
        copy("live.css");
        Path page = Files.writeString(
                folder.resolve("page.html"),
                "<!DOCTYPE html><link rel=stylesheet href=live.css><body><svg id=c></svg><script src=chart.js></script>");
        try (Browser browser = Browser.start(folder.resolve("profile"))) {
            for (int width : new int[] {360, 420, 1200}) {
                browser.look(width, 600, false).open(page.toUri());
                for (int steps : new int[] {1, 100, 2000, 8000, 200_000, 1_000_000}) {
                    for (boolean log : new boolean[] {false, true}) {
                        browser.value(
                                "chart('c', 'loss', [{steps: [0, " + steps + "], values: [1e-7, 3]}], " + log + ")");
                        String at = "at " + width + " with " + steps + (log ? " log" : "");
                        assertThat(browser.value(
                                                "(() => { const box = document.getElementById('c').getBoundingClientRect();"
                                                        + " return [...document.querySelectorAll('#c text')].every(t => {"
                                                        + " const b = t.getBoundingClientRect();"
                                                        + " return b.left >= box.left && b.right <= box.right; }); })()")
                                        .asBoolean())
                                .as("whole %s", at)
                                .isTrue();
                        assertThat(browser.value(
                                                "(() => { const all = [...document.querySelectorAll('#c text')]"
                                                        + ".map(t => t.getBoundingClientRect());"
                                                        + " return all.some((a, i) => all.some((b, j) => i < j && a.left < b.right"
                                                        + " && b.left < a.right && a.top < b.bottom && b.top < a.bottom)); })()")
                                        .asBoolean())
                                .as("apart %s", at)
                                .isFalse();
                    }
                }
            }
            assertThat(browser.problems()).isEmpty();
        }
    }
}
