package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.experiment.plan.Catalogue;
import io.github.dnfs4j.experiment.plan.CatalogueEntry;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.report.Page;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All experiments, run by a stand-in that ends as it is told. */
class ReproduceAllTest {
    @TempDir
    Path folder;

    private final List<String> ran = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void goesOnAfterAFailureAndSaysSoAtTheEnd() throws IOException {
        List<CatalogueEntry> all = experiments();
        String broken = all.get(1).name();
        assertThat(run(all, Map.of(broken, 1))).isEqualTo(1);
        assertThat(ran).hasSize(all.size());
        List<String> said = err.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(said.get(said.size() - 1)).isEqualTo("failed:  " + broken + ": the disk is full");
        assertThat(index())
                .contains("failed: the disk is full")
                .contains("Told by " + all.get(0).name());

        // Again, now that there is room: only what failed runs.
        ran.clear();
        assertThat(run(all, Map.of())).isZero();
        assertThat(ran).containsExactly(broken);
        assertThat(index()).doesNotContain("failed").contains("Told by " + broken);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("report:  " + folder.resolve("out/index.html"));
    }

    @Test
    void aSignalEndsItAtOnceAndTheNextCallGoesOnThere() throws IOException {
        List<CatalogueEntry> all = experiments();
        assertThat(run(all, Map.of(all.get(1).name(), 130))).isEqualTo(130);
        assertThat(ran).containsExactly(all.get(0).name(), all.get(1).name());
        assertThat(index()).contains("interrupted").contains("not run yet");
        ran.clear();
        assertThat(run(all, Map.of())).isZero();
        assertThat(ran).hasSize(all.size() - 1).doesNotContain(all.get(0).name());
    }

    @Test
    void whatWasMadeFromAnotherExperimentIsMadeAgain() throws IOException {
        List<CatalogueEntry> all = experiments();
        assertThat(run(all, Map.of())).isZero();
        Path state = folder.resolve("out/" + all.get(0).name() + ".json");
        Files.writeString(state, Files.readString(state).replaceFirst("title: ", "title: Old "));
        ran.clear();
        assertThat(run(all, Map.of())).isZero();
        assertThat(ran).containsExactly(all.get(0).name());
    }

    @Test
    void picturesOfChaptersBecomeFiles() throws IOException {
        run(experiments(), Map.of());
        String name = experiments().get(0).name();
        assertThat(index())
                .contains("src=\"pictures/" + name + "-1.png\" width=")
                .doesNotContain("data:image");
        assertThat(folder.resolve("out/pictures/" + name + "-1.png")).isNotEmptyFile();
        assertThat(index()).contains("<h3>Part</h3>").doesNotContain("<h2>Part</h2>");
    }

    @Test
    void theListSaysWhatEachBudgetTakesAndQuickIsWithinTheHour() throws IOException {
        double quick = 0;
        for (CatalogueEntry e : Catalogue.entries()) {
            quick += e.expect().containsKey("quick") ? e.expect().get("quick").minutes() : 0;
        }
        assertThat(quick).isBetween(5.0, 60.0);
        Experiment table = Catalogue.find("table-ising");
        assertThat(table.expect().keySet()).isEqualTo(table.budgets().keySet());
        List<String> lines =
                Cli.run("reproduce", "--list").out().lines().map(String::strip).toList();
        assertThat(lines).noneMatch(line -> line.startsWith("leaps ")); // a method, not an experiment
        int at = lines.indexOf("the paper's Table 2 (ising_statistic)");
        // A title that is too long for a terminal goes on below.
        assertThat(lines.get(at - 2) + " " + lines.get(at - 1)).isEqualTo("table-ising              " + table.title());
        assertThat(lines.get(at + 1)).matches("quick +\\d+(\\.\\d)? min, 2 cores");
        assertThat(lines.get(at + 3)).matches("paper .*GPU");
    }

    private static List<CatalogueEntry> experiments() throws IOException {
        return Catalogue.entries().subList(0, 3);
    }

    private int run(List<CatalogueEntry> all, Map<String, Integer> codes) throws IOException {
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false);
        return new ReproduceAll(console, (to, name, budget, into) -> pretend(to, name, into, codes), "quick", path())
                .run(all);
    }

    private Path path() {
        return folder.resolve("out");
    }

    private int pretend(Console console, String name, Path into, Map<String, Integer> codes) {
        ran.add(name);
        int code = codes.getOrDefault(name, 0);
        if (code != 0) {
            console.say("working\ndnfs: the disk is full\n");
            return code;
        }
        try {
            Path png = io.github.dnfs4j.report.Figures.lattices(
                    into.resolve("a.png"), new byte[][] {{0, 1, 1, 0}}, 2, 2, 2);
            Page.titled("Title")
                    .paragraph("Told by " + name)
                    .section("Part")
                    .figure(png, "a lattice", "caption")
                    .write(into.resolve("report.html"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return 0;
    }

    private String index() throws IOException {
        return Files.readString(folder.resolve("out/index.html"));
    }
}
