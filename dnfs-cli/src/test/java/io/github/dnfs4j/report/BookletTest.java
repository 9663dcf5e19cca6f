package io.github.dnfs4j.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.browser.Browser;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page over several experiments, as a browser has it. */
class BookletTest {
    @TempDir
    Path folder;

    @Test
    void isWellFormedWithLandmarksAndOneHeadingALevel() throws Exception {
        String html = Files.readString(booklet());
        var document = Markup.parse(html);
        for (String landmark : List.of("header", "nav", "main", "h1")) {
            assertThat(Markup.all(document, landmark)).as(landmark).hasSize(1);
        }
        assertThat(Markup.all(document, "article")).hasSize(3);
        assertThat(Markup.all(document, "h2")).hasSize(3);
        assertThat(Markup.all(document, "img"))
                .isNotEmpty()
                .allSatisfy(e -> assertThat(e.getAttribute("alt")).isNotBlank());
        assertThat(html).contains("one.yaml, the experiment as data", "title: &lt;One&gt;");
        assertThat(html).doesNotContain("data:image").contains("There is no report: failed: out of memory");
    }

    @Test
    void aBrowserFindsNothingToComplainAbout() throws Exception {
        URI page = booklet().toUri();
        try (Browser browser = Browser.start(folder.resolve("profile"))) {
            for (int width : new int[] {360, 1280}) {
                for (boolean dark : new boolean[] {false, true}) {
                    browser.look(width, 800, dark).open(page);
                    browser.value("document.querySelectorAll('details').forEach(d => d.open = true)");
                    assertThat(browser.value("document.documentElement.scrollWidth")
                                    .asInt())
                            .as("no sideways scrolling at " + width)
                            .isLessThanOrEqualTo(width);
                    assertThat(contrast(browser)).isGreaterThan(7);
                }
            }
            // Every picture, also those that wait until they are looked at.
            browser.value("document.querySelectorAll('img').forEach(i => i.loading = 'eager')");
            browser.waitFor("[...document.images].every(i => i.complete)");
            assertThat(browser.value("[...document.images].filter(i => i.naturalWidth === 0).length")
                            .asInt())
                    .isZero();
            assertThat(browser.value("[...document.querySelectorAll('a[href^=\"#\"]')]"
                                    + ".filter(a => !document.getElementById(a.hash.slice(1))).length")
                            .asInt())
                    .isZero();
            for (var link : browser.value("[...document.querySelectorAll('a:not([href^=\"#\"])')].map(a => a.href)")) {
                assertThat(Path.of(URI.create(link.asText()))).isRegularFile();
            }
            assertThat(browser.problems()).isEmpty();
        }
    }

    /** Of the text on its background, as WCAG counts it. */
    private static double contrast(Browser browser) {
        return browser.value("""
                (() => {
                  const style = getComputedStyle(document.body);
                  const light = text => {
                    const c = text.match(/\\d+/g).slice(0, 3).map(v => v / 255)
                        .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
                    return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2] + 0.05;
                  };
                  const [a, b] = [light(style.color), light(style.backgroundColor)];
                  return Math.max(a, b) / Math.min(a, b);
                })()""").asDouble();
    }

    private Path booklet() throws IOException {
        chapter("one");
        chapter("two");
        return Booklet.write(
                folder,
                "All of them",
                "Made by a test.",
                List.of(
                        new Booklet.Chapter(
                                "one", "First", "done", "3:00", folder.resolve("one/report.html"), "title: <One>"),
                        new Booklet.Chapter(
                                "two", "Second", "done", "4 s", folder.resolve("two/report.html"), "title: Two"),
                        new Booklet.Chapter(
                                "three",
                                "Third",
                                "failed: out of memory",
                                "–",
                                folder.resolve("three/report.html"),
                                "x: " + "y ".repeat(300))));
    }

    private void chapter(String name) throws IOException {
        Path png = folder.resolve(name + ".png");
        Figures.lattices(png, new byte[][] {{0, 1, 1, 0}}, 2, 2, 2);
        List<String> header = IntStream.range(0, 9).mapToObj(k -> "Column " + k).toList();
        List<String> row = IntStream.range(0, 9)
                .mapToObj(k -> String.format(Locale.ROOT, "%d.123456 ± 0.0012", k))
                .toList();
        Page.titled("Chapter " + name)
                .paragraph("What it shows. ".repeat(9))
                .preformatted("dnfs reproduce " + name + " --budget quick ".repeat(9))
                .section("Wide")
                .table("A wide table", header, List.of(row, row))
                .figure(png, "a lattice", "A caption.")
                .section("Settings")
                .details("Settings of it", "key: " + "value ".repeat(60))
                .write(folder.resolve(name).resolve("report.html"));
    }
}
