package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.io.durable.FolderLock;
import io.github.dnfs4j.metric.Statistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceCommandTest {
    private static final String YAML = """
            title: Tiny
            what: A test.
            settings:
              target: {side: 3}
              network: {hidden: 8, layers: 1}
              train: {batch: 16, trajectories: 16, timeSteps: 8}
              sampling: {cells: 8}
            seeds: [1, 2]
            runs:
              - name: a
              - {name: b, method: leaps, settings: {train: {randomTimes: false}}}
            budgets:
              quick: {train: {steps: 10}}
            report: [ess.exact, logZ.exact]
            figures:
              - {name: loss, title: Losses, axis: loss, keys: [loss], log: true, caption: Both of them.}
              - {name: noise, title: Noise, axis: deviation, keys: [naiveStd, controlledStd], runs: [a]}
            """;

    @TempDir
    Path folder;

    @Test
    void listsWhatComesWithTheProgram() {
        assertThat(Cli.run("reproduce", "--list").out().lines().map(line -> line.split(" ")[0]))
                .contains("ising-quick", "fig-ising-baselines", "fig-ising-mcmc", "fig-variance-reduction");
    }

    @Test
    void runsEverySeedOnceAndReports() throws IOException {
        Cli first = tiny("--out=" + folder.resolve("out"));
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out())
                .contains("a, 2 seeds")
                .containsPattern("log Z, exact weights +[0-9.]+ ± [0-9.]+ +9.020213");
        assertThat(folder.resolve("out/report.html"))
                .content()
                .contains("<h1>Tiny</h1>")
                .contains("alt=\"Losses\"")
                .contains("Both of them.")
                .contains("a-seed-2");

        // The command that is recorded can be given again, from anywhere but the file's folder.
        String command = "dnfs reproduce " + folder.resolve("tiny.yaml") + " --budget quick";
        assertThat(folder.resolve("out/report.html")).content().contains(command);
        assertThat(new ObjectMapper()
                        .readTree(folder.resolve("out/results.json").toFile())
                        .path("command")
                        .asText())
                .isEqualTo(command);
        // Behind the rows, what each seed gave: two runs of two seeds and two quantities.
        JsonNode values = new ObjectMapper()
                .readTree(folder.resolve("out/results.json").toFile())
                .path("values");
        assertThat(values).hasSize(8);
        assertThat(values.get(2).path("row").asText() + " "
                        + values.get(2).path("column").asText())
                .isEqualTo("a ess.exact");
        assertThat(values.get(2).path("seed").asInt()).isEqualTo(2);
        assertThat(values.get(2).path("value"))
                .isEqualTo(new ObjectMapper()
                        .readTree(folder.resolve("out/a-seed-2/result.json").toFile())
                        .at("/evaluation/ess/exact"));
        assertThat(folder.resolve("out/figures/loss.png")).isNotEmptyFile();
        assertThat(folder.resolve("out/figures/noise.png")).isNotEmptyFile();
        assertThat(folder.resolve("out/b-seed-1/config.yaml"))
                .content()
                .contains("estimator: learned")
                .contains("randomTimes: false");

        // The second run is as if it had been interrupted before its result; the first is not touched again.
        Path done = folder.resolve("out/a-seed-1/result.json");
        FileTime before = Files.getLastModifiedTime(done);
        Files.delete(folder.resolve("out/a-seed-2/result.json"));
        Cli second = tiny("--out=" + folder.resolve("out"));
        assertThat(second.code()).as(second.err()).isZero();
        assertThat(second.err()).contains("finished before").contains("evaluating it again");
        assertThat(Files.getLastModifiedTime(done)).isEqualTo(before);
        assertThat(folder.resolve("out/a-seed-2/result.json")).exists();
    }

    /** As jobs of a scheduler do it, in any order; the whole then does what is missing. */
    @Test
    void oneTrainingCanBeDoneAlone() throws IOException {
        Path out = folder.resolve("out");
        Cli alone = tiny("--out=" + out, "--only=2");
        assertThat(alone.code()).as(alone.err()).isZero();
        assertThat(out.resolve("a-seed-2/result.json")).exists();
        assertThat(out.resolve("a-seed-1")).doesNotExist();
        assertThat(out.resolve("report.html")).doesNotExist();
        Cli whole = tiny("--out=" + out);
        assertThat(whole.code()).as(whole.err()).isZero();
        assertThat(whole.err()).containsOnlyOnce("finished before");
        assertThat(tiny("--out=" + out, "--only=5").err()).contains("has the trainings 1 to 4, and none 5");
        assertThat(tiny("--only=1").err()).contains("--only needs --out");
    }

    /** What holds the folder's lock is a whole experiment; jobs that do one training each may share the folder. */
    @Test
    void twoInOneFolderDoNotMeet() throws IOException {
        Path out = folder.resolve("out");
        Cli first = tiny("--out=" + out, "--only=1");
        assertThat(first.code()).as(first.err()).isZero();
        try (FolderLock lock = FolderLock.take(out)) {
            Cli second = tiny("--out=" + out);
            assertThat(second.errLines())
                    .singleElement()
                    .asString()
                    .isEqualTo("dnfs: " + out + ": another dnfs reproduce is at work in this folder");
            assertThat(second.code()).isEqualTo(1);
            assertThat(out.resolve("a-seed-2")).doesNotExist();
            Cli job = tiny("--out=" + out, "--only=2");
            assertThat(job.code()).as(job.err()).isZero();
        }
        try (FolderLock lock = FolderLock.take(out)) {
            Cli all = Cli.run("reproduce", "all", "--out=" + out);
            assertThat(all.errLines()).singleElement().asString().endsWith("is at work in this folder");
        }
    }

    /** Several evaluations of each run, beside published values; nothing is evaluated twice. */
    @Test
    void evaluatesAsOftenAsItSaysBesideThePaper() throws IOException {
        Path out = folder.resolve("out");
        String yaml = YAML + """
                evaluate:
                  quick: {times: 3, samples: 20}
                reference:
                  source: A table
                  budgets: [quick]
                  runs: {a: {ess.exact: 0.25}}
                """;
        Files.writeString(folder.resolve("tiny.yaml"), yaml);
        for (int k = 0; k < 2; k++) {
            Cli result = Cli.run("reproduce", folder.resolve("tiny.yaml").toString(), "--out=" + out);
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.out()).contains("a, 2 seeds, 3 evaluations of each");
        }
        Path kept = out.resolve("a-seed-1/evaluations.json");
        JsonNode evaluations = new ObjectMapper().readTree(kept.toFile()).path("evaluations");
        assertThat(evaluations).hasSize(3);
        double mean = 0;
        for (int seed = 1; seed <= 2; seed++) {
            JsonNode tree = new ObjectMapper()
                    .readTree(
                            out.resolve("a-seed-" + seed + "/evaluations.json").toFile());
            for (JsonNode e : tree.path("evaluations")) {
                assertThat(e.path("samples").asInt()).isEqualTo(20);
                mean += e.at("/ess/exact").asDouble() / 6;
            }
        }
        assertThat(evaluations.get(0)).isNotEqualTo(evaluations.get(1));
        // A seed's own error is that of the mean of its three.
        double[] three = evaluations.findValues("ess").stream()
                .mapToDouble(ess -> ess.path("exact").asDouble())
                .toArray();
        JsonNode value = new ObjectMapper()
                .readTree(out.resolve("results.json").toFile())
                .at("/values/0");
        assertThat(value.path("column").asText()).isEqualTo("ess.exact");
        assertThat(value.path("standardError").asDouble()).isCloseTo(Statistics.standardError(three), within(1e-12));
        String difference = String.format(java.util.Locale.ROOT, "<td>%+.4f</td>", mean - 0.25);
        assertThat(out.resolve("report.html"))
                .content()
                .contains("Means over seeds; paper: A table", "<td>0.2500</td>" + difference, "Settings of a")
                // In the row of all runs, below ours.
                .containsPattern("\nexact [-0-9.]+[\n<]")
                .containsPattern("\npaper 0\\.2500</td>");
        // Published values of a larger problem stand beside ours without a difference.
        Files.writeString(folder.resolve("tiny.yaml"), yaml.replace("budgets: [quick]", "budgets: [paper]"));
        // A run that was made on a GPU may have its table made elsewhere.
        Path config = out.resolve("a-seed-1/config.yaml");
        String made = Files.readString(config);
        assertThat(made).contains("device: cpu");
        Files.writeString(config, made.replace("device: cpu", "device: cuda"));
        Cli tabled = Cli.run("reproduce", folder.resolve("tiny.yaml").toString(), "--out=" + out);
        assertThat(tabled.code()).as(tabled.err()).isZero();
        assertThat(out.resolve("report.html"))
                .content()
                .contains("<td>0.2500</td></tr>", "Paper, larger problem")
                .doesNotContain(difference);
    }

    /** A comparison at the end, with a GFlowNet that is trained once and kept. */
    @Test
    void comparesWhatItTrained() throws IOException {
        Path out = folder.resolve("out");
        Files.writeString(folder.resolve("tiny.yaml"), YAML.replace("[1, 2]", "[1]") + """
                compare:
                  samplers: [dnfs, dnfs+gibbs, gfn, gibbs]
                  samples: {quick: 100}
                  timeSteps: 8
                  gfnMinutes: {quick: 0.01}
                """);
        for (int k = 0; k < 2; k++) {
            Cli result = Cli.run("reproduce", folder.resolve("tiny.yaml").toString(), "--out=" + out);
            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.out()).containsPattern("(?m)^dnfs\\+gibbs ").containsPattern("(?m)^gfn ");
        }
        assertThat(out.resolve("report.html")).content().contains("Samplers compared on ising-3x3");
        assertThat(out.resolve("gfn/model.safetensors")).exists();
        assertThat(out.resolve("compare.json")).exists();
        JsonNode table = new ObjectMapper().readTree(out.resolve("results.json").toFile());
        assertThat(table.path("rows"))
                .hasSize(4)
                .allSatisfy(row -> assertThat(row).hasSameSizeAs(table.path("header")));
        assertThat(table.at("/rows/2/0").asText()).isEqualTo("gfn");
        assertThat(table.path("values")).hasSize(8);
    }

    @Test
    void aFolderOfSomethingElseIsRefused() throws IOException {
        Files.createDirectory(folder.resolve("out"));
        Files.writeString(folder.resolve("out/note.txt"), "mine");
        Cli result = tiny("--out=" + folder.resolve("out"));
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.errLines())
                .singleElement()
                .asString()
                .contains("already exists and does not hold tiny quick");
        assertThat(folder.resolve("out")).isDirectoryNotContaining("glob:**experiment.txt");
    }

    /** A budget with a smaller lattice does not go by the name of the large one. */
    @Test
    void aReducedTargetIsNamed() throws IOException {
        Path out = folder.resolve("out");
        Files.writeString(
                folder.resolve("tiny.yaml"),
                YAML.replace("[1, 2]", "[1]").replaceFirst("quick: \\{", "quick: {target: {side: 4}, "));
        Cli result = Cli.run("reproduce", folder.resolve("tiny.yaml").toString(), "--out=" + out);
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).contains("a (here ising-4x4), 1 seed");
        assertThat(out.resolve("report.html")).content().contains("<h2>a (here ising-4x4)</h2>");
    }

    private Cli tiny(String... more) throws IOException {
        Path yaml = Files.writeString(folder.resolve("tiny.yaml"), YAML);
        String[] args = new String[more.length + 2];
        args[0] = "reproduce";
        args[1] = yaml.toString();
        System.arraycopy(more, 0, args, 2, more.length);
        return Cli.run(args);
    }
}
