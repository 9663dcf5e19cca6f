package io.github.dnfs4j.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.browser.Browser;
import io.github.dnfs4j.report.RunReport.Figure;
import io.github.dnfs4j.report.RunReport.ResultRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a run in a browser, wide and narrow, light and dark. */
class ReportLookTest {
    @TempDir
    Path folder;

    private Path report() throws IOException {
        double[] x = new double[40];
        Arrays.setAll(x, k -> k + 1);
        double[] y = Arrays.stream(x).map(v -> 1 / v).toArray();
        Panels.Panel panel = new Panels.Panel("log Z", y, y, y);
        Path page = folder.resolve("report.html");
        RunReport.write(
                page,
                new RunReport.Data(
                        "A run with a long name",
                        "dnfs train ising --side 8 --minutes 3 --out --seed --settings " + "/a/long/path".repeat(12),
                        List.of(
                                new ResultRow("ESS, exact weights", "0.9974", "", "1,000 paths, 32 cells"),
                                new ResultRow("magnetisation |m|", "0.7992 ± 0.0063", "0.786432", "+0.0128 (2.0 s.e.)"),
                                new ResultRow(
                                        "free energy F/D", "-2.14920 ± 0.00079", "-2.150150", "+0.00095 (1.2 s.e.)"),
                                new ResultRow(
                                        "log Z, exact weights",
                                        "93.61084 ± 0.00056",
                                        "93.610301",
                                        "+0.00054 (1.0 s.e.)")),
                        List.of(),
                        List.of(
                                figure(Figures.lossCurve(folder.resolve("loss.png"), x, y)),
                                figure(Panels.png(
                                        folder.resolve("curve.png"),
                                        "inverse temperature",
                                        x,
                                        List.of(panel, panel, panel))),
                                figure(Figures.lattices(
                                        folder.resolve("samples.png"), new byte[][] {{0, 1, 1, 0}}, 2, 2, 2))),
                        "target:\n  sha256: " + "ab".repeat(32),
                        Map.of("libtorch", "2.10")));
        return page;
    }

    /** As the page of an experiment has them: a run a row, what others found below what was found. */
    @Test
    void aTableOfManyColumnsTakesTheWidthOfTheWindow() throws Exception {
        String cell = "-3.67392 ± 0.00073\nexact -3.678584\npaper -3.6709";
        List<String> row = List.of("dnfs-0.1 (here ising-4x4)", cell, cell, cell, cell, cell, cell, cell);
        List<String> method = List.of("smc:dnfs+dmala:5", "9.973 ± 0.027", "0", "0", "0", "0", "0", "0");
        Path page = folder.resolve("broad.html");
        Page.titled("Runs")
                .section("All runs")
                .table(
                        "Means over seeds",
                        List.of("Run", "ESS", "ESS", "ESS", "network calls a path", "F/D", "E/D", "S/D"),
                        List.of(row, row))
                .table("Methods", List.of("method", "mean size", "a", "b", "c", "d", "e", "f"), List.of(method, method))
                .write(page);
        try (Browser browser = Browser.start(folder.resolve("profile"))) {
            for (int width : new int[] {420, 1000, 1200, 1900}) {
                browser.look(width, 900, false).open(page.toUri());
                assertThat(browser.value("document.documentElement.scrollWidth").asInt())
                        .as("at %d", width)
                        .isLessThanOrEqualTo(width);
                assertThat(browser.value(
                                        "[...document.querySelectorAll('tbody tr')]"
                                                + ".every(r => r.clientHeight < 7 * parseFloat(getComputedStyle(r).lineHeight))")
                                .asBoolean())
                        .as("a row has the height of its lines at %d", width)
                        .isTrue();
                assertThat(browser.value(
                                        "[...document.querySelectorAll('tbody th')].every(h =>"
                                                + " { const r = document.createRange(); r.selectNodeContents(h);"
                                                + " return r.getBoundingClientRect().right <= h.getBoundingClientRect().right; })")
                                .asBoolean())
                        .as("no name runs into the next column at %d", width)
                        .isTrue();
                if (width >= 1200) {
                    assertThat(browser.value("document.querySelector('.scroll').scrollWidth"
                                            + " - document.querySelector('.scroll').clientWidth")
                                    .asInt())
                            .as("all columns are seen at %d", width)
                            .isZero();
                }
            }
            assertThat(browser.problems()).isEmpty();
        }
    }

    private static Figure figure(Path png) {
        return new Figure(png, "what " + png.getFileName() + " shows", "caption");
    }

    @Test
    void nothingScrollsSidewaysAndChartsFollowTheDark() throws Exception {
        Path page = report();
        try (Browser browser = Browser.start(folder.resolve("profile"))) {
            for (int width : new int[] {360, 420, 1200}) {
                for (boolean dark : new boolean[] {false, true}) {
                    browser.look(width, 900, dark).open(page.toUri());
                    browser.waitFor("[...document.images].every(i => i.complete && i.naturalWidth > 0)");
                    assertThat(browser.value("document.documentElement.scrollWidth")
                                    .asInt())
                            .as("at %d", width)
                            .isLessThanOrEqualTo(width);
                    assertThat(browser.value("document.querySelector('.scroll').scrollWidth"
                                            + " - document.querySelector('.scroll').clientWidth")
                                    .asInt())
                            .as("the table fits at %d", width)
                            .isZero();
                    assertThat(browser.value("[...document.images].map(i => getComputedStyle(i).filter !== 'none')"))
                            .extracting(filtered -> filtered.asBoolean())
                            // The loss, the sample lattices, the temperatures.
                            .containsExactly(dark, false, dark);
                    // No word of a name is broken, at a width that a phone has.
                    assertThat(browser.value("[...document.querySelectorAll('tbody th')].every(h =>"
                                            + " { const r = document.createRange(); let ok = true;"
                                            + " const t = h.firstChild, words = t.data.matchAll(/[^\\s]+/g);"
                                            + " for (const w of words) { r.setStart(t, w.index);"
                                            + " r.setEnd(t, w.index + w[0].length);"
                                            + " ok &&= r.getClientRects().length === 1; } return ok; })")
                                    .asBoolean())
                            .as("whole words at %d", width)
                            .isTrue();
                    assertThat(browser.value(
                                            "[...document.querySelectorAll('pre')].every(p => p.scrollWidth <= p.clientWidth)")
                                    .asBoolean())
                            .as("the command is wholly seen at %d", width)
                            .isTrue();
                    assertThat(Plot.TYPE
                                    * browser.value(
                                                    "(i => (i.clientWidth - 2 * parseFloat(getComputedStyle(i).padding))"
                                                            + " / i.naturalWidth)(document.querySelector('.chart img'))")
                                            .asDouble())
                            .as("pixels of the letters of a chart at %d", width)
                            .isBetween(width < 400 ? 7.0 : 8.0, 17.0);
                    // Three panels side by side stay readable: their box scrolls.
                    assertThat(browser.value("document.querySelector('.wide img').clientWidth")
                                    .asInt())
                            .isGreaterThan(800);
                    assertThat(browser.value("Math.max(...[...document.querySelectorAll('figure div')]"
                                            + ".map(d => d.getBoundingClientRect().right))")
                                    .asInt())
                            .isLessThanOrEqualTo(width);
                }
            }
            assertThat(browser.problems()).isEmpty();
        }
    }
}
