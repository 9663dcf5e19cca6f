package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sun.misc.Signal;

/** Every kind of experiment about energies: it runs to its page, finds all done, and refuses what was run otherwise. */
class EbmReproductionTest {
    private static final String ENERGY = "{energy.hidden: 8, fit.steps: 20, fit.batch: 16, sampler.network.hidden: 8,"
            + " sampler.network.heads: 1, sampler.train.timeSteps: 4, sampler.train.trajectories: 16,"
            + " sampler.sampling.cells: 4, device: cpu}";
    private static final String FLOW = "{network.hidden: 8, network.heads: 1, train.steps: 5, train.timeSteps: 4,"
            + " train.trajectories: 16, sampling.cells: 4, device: cpu}";
    private static final String PLANE =
            "bits: 3, settings: " + ENERGY + ", effort: {data: 100, uniform: 100, annealing: 0, moves: 2}";
    private static final String SAMPLERS = PLANE + ", sampler: " + FLOW + ", gfnMinutes: 0.005";

    @TempDir
    Path folder;

    @Test
    void tables() throws IOException {
        Path out = reproduced("table", "[{name: ed-bern}, {name: eb-dnfs}]", PLANE, "[nllExact, mmd]");
        JsonNode results = results(out);
        assertThat(results.path("header")).hasSize(3);
        assertThat(results.path("rows"))
                .hasSize(4)
                .allSatisfy(row -> assertThat(row).hasSize(3));
        assertThat(results.at("/rows/0/0").asText()).isEqualTo("NLL, exact Z");
        assertThat(results.at("/rows/1/1").asText()).isEqualTo("eb-dnfs");
        // Behind the rows, the number of each seed, in plain units.
        JsonNode judged = new ObjectMapper()
                .readTree(out.resolve("moons-ed-bern-seed-1/result.json").toFile());
        JsonNode value = results.at("/values/0");
        assertThat(value.path("row").asText()).isEqualTo("ed-bern");
        assertThat(value.path("column").asText()).isEqualTo("nllExact, moons");
        assertThat(value.path("seed").asInt()).isEqualTo(1);
        assertThat(value.path("value")).isEqualTo(judged.at("/evaluation/nllExact/value"));
        assertThat(value.path("standardError")).isEqualTo(judged.at("/evaluation/nllExact/standardError"));
        assertThat(results.path("values")).hasSize(4);
        assertThat(results.at("/made/device").asText()).isEqualTo("cpu");
        assertThat(results.at("/made/date").asText()).matches("20\\d\\d-\\d\\d-\\d\\d");
        assertThat(results.path("caption").asText()).contains("3 bits a coordinate in place of 16");
        refused("table", "[{name: ed-bern}, {name: eb-dnfs}]", PLANE, "steps: 20", "steps: 21");
        Files.delete(out.resolve("moons-ed-bern-seed-1/result.json")); // a run that was interrupted is refused as well
        refused("table", "[{name: ed-bern}, {name: eb-dnfs}]", PLANE, "steps: 20", "steps: 21");
    }

    @Test
    void trajectories() throws IOException {
        String budget = PLANE.replace("sampling.cells: 4", "sampling.cells: 6");
        reproduced("trajectory", "[{name: eb-dnfs}]", budget, "[]");
        refused("trajectory", "[{name: eb-dnfs}]", budget, "batch: 16", "batch: 17");
    }

    @Test
    void matrices() throws IOException {
        String budget = "samples: 100, lattices: [{side: 3, sigma: 0.1}], settings: {fit.steps: 10, device: cpu}";
        JsonNode results = results(reproduced("matrix", "[{name: pcd}]", budget, "[negativeLogRmse]"));
        assertThat(results.path("rows")).hasSize(2);
        assertThat(results.at("/rows/1/1").asText()).isEqualTo("zero matrix");
        refused("matrix", "[{name: pcd}]", budget, "steps: 10", "steps: 11");
    }

    @Test
    void samplers() throws IOException {
        String runs = "[{name: oracle}, {name: gfn}, {name: a, method: dnfs}]";
        JsonNode results = results(reproduced("samplers", runs, SAMPLERS, "[]"));
        assertThat(results.path("header")).hasSize(4);
        assertThat(results.path("rows"))
                .hasSize(1)
                .allSatisfy(row -> assertThat(row).hasSize(4));
        refused("samplers", runs, SAMPLERS, "fit.steps: 20", "fit.steps: 21");
        refused("samplers", runs, SAMPLERS, "train.steps: 5", "train.steps: 6");
    }

    /** As jobs of a scheduler do it; what trains on one energy is one part. */
    @Test
    void onePartCanBeDoneAlone() throws IOException {
        Path out = folder.resolve("parts");
        String runs = "[{name: oracle}, {name: gfn}, {name: a, method: dnfs}]";
        String file = yaml("samplers", runs, SAMPLERS + ", sets: [circles, moons]", "[]")
                .toString();
        Cli alone = Cli.run("reproduce", file, "--only=2", "--out=" + out);
        assertThat(alone.code()).as(alone.err()).isZero();
        assertThat(out.resolve("moons-a/result.json")).exists();
        assertThat(out.resolve("moons-gfn")).exists();
        assertThat(out.resolve("circles-energy")).doesNotExist();
        assertThat(out.resolve("report.html")).doesNotExist();
        Cli whole = Cli.run("reproduce", file, "--out=" + out);
        assertThat(whole.code()).as(whole.err()).isZero();
        assertThat(whole.err().split("finished before", -1)).hasSize(1 + 3); // energy, GFlowNet, flow
        assertThat(results(out).path("rows")).hasSize(2);
        assertThat(Cli.run("reproduce", file, "--only=3", "--out=" + out).err())
                .contains("samplers has the trainings 1 to 2, and none 3");
        assertThat(Cli.run("reproduce", "all", "--only=1", "--out=" + out).err())
                .contains("--only goes with one experiment");
    }

    /** {@code reproduce all} ends at a signal and at nothing else: the code must say that there was one. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aSignalIsNoFailure() throws Exception {
        Path yaml = yaml(
                "samplers",
                "[{name: a, method: dnfs}]",
                SAMPLERS.replace("train.steps: 5", "train.steps: 100000000"),
                "[]");
        Path run = folder.resolve("samplers-out/moons-a");
        CompletableFuture<Void> signal = CompletableFuture.runAsync(() -> {
            long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
            while (!Files.exists(run.resolve("config.yaml")) && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            if (Files.exists(run)) { // from here on signals are handled
                Signal.raise(new Signal("TERM")); // INT is ignored where the build runs in the background
            }
        });
        Cli stopped = Cli.run("reproduce", yaml.toString(), "--out=" + folder.resolve("samplers-out"));
        assertThat(stopped.code()).as(stopped.err()).isEqualTo(143);
        signal.get();
    }

    private Path reproduced(String kind, String runs, String budget, String report) throws IOException {
        Path yaml = yaml(kind, runs, budget, report);
        Path out = folder.resolve(kind + "-out");
        for (int time = 0; time < 2; time++) {
            Cli done = Cli.run("reproduce", yaml.toString(), "--out=" + out);
            assertThat(done.code()).as(kind + ": " + done.err()).isZero();
            assertThat(done.err().contains("finished before")).isEqualTo(time == 1);
            assertThat(out.resolve("report.html"))
                    .content()
                    .contains("<h1>Tiny</h1>")
                    .contains("<img");
        }
        return out;
    }

    private void refused(String kind, String runs, String budget, String before, String after) throws IOException {
        Path yaml = yaml(kind, runs, budget.replace(before, after), "[]");
        Cli refused = Cli.run("reproduce", yaml.toString(), "--out=" + folder.resolve(kind + "-out"));
        assertThat(refused.code()).isEqualTo(1);
        String number = after.substring(after.indexOf(' ') + 1);
        assertThat(refused.err())
                .containsPattern("was run with other settings: [a-zA-Z.]*" + before + ", not " + number + "\n");
    }

    private Path yaml(String kind, String runs, String budget, String report) throws IOException {
        String data = kind.equals("matrix") ? "lattices: [{side: 3, sigma: 0.1}]" : "sets: [moons]";
        return Files.writeString(folder.resolve(kind + ".yaml"), """
                title: Tiny
                what: Nothing much.
                ebm: {kind: %s, %s}
                runs: %s
                budgets: {quick: {%s}}
                report: %s
                """.formatted(kind, data, runs, budget, report));
    }

    private static JsonNode results(Path out) throws IOException {
        JsonNode tree = new ObjectMapper().readTree(out.resolve("results.json").toFile());
        assertThat(tree.path("title").asText()).isEqualTo("Tiny");
        assertThat(tree.path("command").asText()).startsWith("dnfs reproduce ").endsWith(" --budget quick");
        assertThat(tree.path("caption").asText()).isNotBlank();
        return tree;
    }
}
