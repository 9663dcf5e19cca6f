package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.combopt.amortised.AmortisedModel;
import io.github.dnfs4j.experiment.graphs.GraphExperiment;
import io.github.dnfs4j.io.durable.Durable;
import io.github.dnfs4j.torch.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainGraphsCommandTest {
    @TempDir
    Path folder;

    private Cli train(String problem, String family, String... more) {
        List<String> args = new ArrayList<>(List.of("train", problem, "--graphs", family, "--steps", "4"));
        args.addAll(List.of("--device", "cpu", "--count", "20", "--hidden", "8", "--layers", "1", "--batch", "16"));
        for (String set : List.of("train.trajectories=32", "groups=4", "train.timeSteps=4", "sampling.timeSteps=6")) {
            args.addAll(List.of("--set", set));
        }
        args.addAll(List.of(more));
        return Cli.run(args.toArray(String[]::new));
    }

    @Test
    void aModelIsTrainedJudgedAndSolvesAFile() throws IOException {
        Path model = folder.resolve("model");
        Cli trained = train("mis", "er:6-8:0.3", "--out", model.toString(), "--annealing", "adaptive");
        assertThat(trained.code()).as(trained.err()).isZero();
        assertThat(model.resolve("config.yaml")).content().contains("graphs: er:6-8:0.3", "annealing: adaptive");
        assertThat(train("mis", "er:6-8", "--out", model.toString()).err()).contains("already exists");

        Path json = folder.resolve("table.json");
        Path optima = folder.resolve("optima.json");
        String[] evaluate = {
            "graphs",
            "evaluate",
            "--model",
            model.toString(),
            "--count",
            "5",
            "--samples",
            "3",
            "--moves",
            "1,2",
            "--device",
            "cpu",
            "--out",
            json.toString(),
            "--optima",
            optima.toString()
        };
        Cli judged = Cli.run(evaluate);
        assertThat(judged.code()).as(judged.err()).isZero();
        assertThat(judged.out()).contains("5 optima proven", "best of 3");
        JsonNode scores = new ObjectMapper().readTree(json.toFile()).path("scores");
        assertThat(Cli.run(evaluate).err()).contains("already exists and is not overwritten");
        Files.delete(json);
        assertThat(scores.findValuesAsText("method"))
                .containsExactly(
                        "exact",
                        "greedy",
                        "annealing",
                        "random",
                        "dnfs",
                        "dmala:1",
                        "dmala:2",
                        "dnfs+dmala:1",
                        "dnfs+dmala:2",
                        "smc:random",
                        "smc:dnfs",
                        "smc:dmala:1",
                        "smc:dmala:2",
                        "smc:dnfs+dmala:1",
                        "smc:dnfs+dmala:2");
        // Of the same samples: what is only repaired is never better than what is also completed.
        scores.forEach(row -> assertThat(row.path("repairedDrop").asDouble(1))
                .as(row.toString())
                .isGreaterThanOrEqualTo(row.path("drop").asDouble() - 1e-12));
        double best = scores.get(0).path("mean").asDouble();
        scores.forEach(row -> assertThat(row.path("best").asDouble()).isBetween(1.0, best));
        assertThat(optima).isNotEmptyFile();
        evaluate[5] = "6";
        assertThat(Cli.run(evaluate).err()).contains("optima of other graphs");

        Path star = Files.writeString(folder.resolve("star.col"), "p edge 4 3\ne 1 2\ne 2 3\ne 2 4\n");
        Cli solved =
                Cli.run("solve", "mis", star.toString(), "--model", model.toString(), "--seconds", "0.1", "--json");
        assertThat(solved.code()).as(solved.err()).isZero();
        assertThat(new ObjectMapper().readTree(solved.out()).path("solution")).hasToString("[1,3,4]");
        assertThat(Cli.run("solve", "maxcut", star.toString(), "--model", model.toString())
                        .err())
                .contains("trained for mis");
    }

    @Test
    void feasibleFlowsTrainAndTakeNoMoves() throws IOException {
        Path model = folder.resolve("feasible");
        Cli trained = train("mis", "er:6-8:0.3", "--out", model.toString(), "--feasible");
        assertThat(trained.code()).as(trained.err()).isZero();
        Path star = Files.writeString(folder.resolve("star.col"), "p edge 4 3\ne 1 2\ne 2 3\ne 2 4\n");
        String[] solve = {"solve", "mis", star.toString(), "--model", model.toString(), "--seconds", "0.1"};
        assertThat(Cli.run(solve).out()).contains("feasible   yes, checked");
        List<String> refined = new ArrayList<>(List.of(solve));
        refined.addAll(List.of("--moves", "2"));
        assertThat(Cli.run(refined.toArray(String[]::new)).err()).contains("no DMALA moves");
    }

    @Test
    void whatCannotBeIsSaidInALine() {
        assertThat(train("maxcut", "er:6-8", "--feasible").err()).contains("feasible needs mis");
        assertThat(train("mis", "xx:6-8").err()).contains("unknown family of graphs");
        assertThat(train("mis", "er:6-8", "--set", "groups=5").err()).contains("multiple of groups");
        assertThat(Cli.run("solve", "mis", "x.col", "--moves", "2").err()).contains("need --model");
        assertThat(Cli.run("graphs", "evaluate", "--model", "nowhere").err()).contains("no such model");
        assertThat(Cli.run("graphs", "evaluate", "--model", "x", "--decode", "best")
                        .err())
                .contains("unknown decoding 'best'; possible: paper, greedy");
        assertThat(Cli.run("train", "mis").err()).contains("name a family");
        assertThat(Cli.run("train", "mis", "--resume").err()).contains("--resume needs --out DIR");
    }

    /** As it is left by a signal: settings and no model. */
    @Test
    void aStoppedTrainingGoesOnWithItsOwnSettings() throws IOException {
        Path model = folder.resolve("stopped");
        assertThat(train("mis", "er:6-8:0.3", "--out", model.toString()).code()).isZero();
        Files.delete(model.resolve("model.safetensors"));
        String[] resume = {"train", "mis", "--resume", "--device", "cpu", "--out", model.toString()};
        List<String> other = new ArrayList<>(List.of(resume));
        other.addAll(List.of("--batch", "17"));
        assertThat(Cli.run(other.toArray(String[]::new)).err())
                .contains("keeps its settings", "train.batch: 16, not 17");
        // A result that cannot be written leaves a training that can go on.
        Path result = model.resolve("result.json");
        Files.delete(result);
        Files.createDirectories(result.resolve("in the way"));
        assertThat(Cli.run(resume).code()).isNotZero();
        Files.delete(result.resolve("in the way"));
        Files.delete(result);
        Cli resumed = Cli.run(resume);
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(result).content().contains("mis er:6-8:0.3", "\"steps\"");
        assertThat(Cli.run(resume).err()).contains("trained to its end; give a larger budget");
    }

    /** It goes on from its end, counted from its beginning; other settings stay what they were. */
    @Test
    void aFinishedSolverGoesOnWithALargerBudget() throws IOException {
        Path model = folder.resolve("longer");
        assertThat(train("mis", "er:6-8:0.3", "--out", model.toString()).code()).isZero();
        int done = AmortisedModel.settings(model).train().budget().steps();
        String[] resume = {"train", "mis", "--resume", "--out", model.toString(), "--steps", ""};
        resume[6] = String.valueOf(done - 1);
        Cli less = Cli.run(resume);
        assertThat(less.code()).isEqualTo(2);
        assertThat(less.errLines()).singleElement().asString().contains("give a larger budget");
        assertThat(model.resolve("model.safetensors")).exists();
        resume[6] = String.valueOf(done + 3);
        Cli more = Cli.run(resume);
        assertThat(more.code()).as(more.err()).isZero();
        assertThat(more.err()).contains("trained " + (done + 3) + " steps");
        assertThat(model.resolve("result.json")).content().contains("\"steps\" : " + (done + 3));
    }

    @Test
    void aSolverBeginsWithTheWeightsOfAnother() throws IOException {
        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        assertThat(train("mis", "er:6-8:0.3", "--out", first.toString(), "--set", "network.cavity=2")
                        .code())
                .isZero();
        Cli begun = train("mis", "er:9-10:0.3", "--out", second.toString(), "--init", first.toString());
        assertThat(begun.code()).as(begun.err()).isZero();
        assertThat(AmortisedModel.settings(second).network())
                .isEqualTo(AmortisedModel.settings(first).network())
                .satisfies(network -> assertThat(network.cavity()).isEqualTo(2));
        assertThat(second.resolve("init.safetensors")).hasSameBinaryContentAs(first.resolve("model.safetensors"));
        Cli both = Cli.run("train", "mis", "--resume", "--out", second.toString(), "--init", first.toString());
        assertThat(both.err()).contains("give one of them");
        Cli none = train("mis", "er:6-8:0.3", "--init", "nowhere");
        assertThat(none.code()).isOne();
        assertThat(none.errLines()).singleElement().asString().contains("no such model");
    }

    /** As a lattice does: it stays on its device, and says so where that is not to be had. */
    @Test
    void aStoppedTrainingStaysOnItsDevice() throws IOException {
        assumeFalse(Device.cudaAvailable());
        Path model = folder.resolve("stopped");
        assertThat(train("mis", "er:6-8:0.3", "--out", model.toString()).code()).isZero();
        Files.delete(model.resolve("model.safetensors"));
        Path config = model.resolve("config.yaml");
        String here = Files.readString(config);
        assertThat(here).contains("device: cpu");
        Files.writeString(config, here.replace("device: cpu", "device: cuda"));
        Cli without = Cli.run("train", "mis", "--resume", "--out", model.toString());
        assertThat(without.code()).isEqualTo(2);
        assertThat(without.errLines()).singleElement().asString().contains("device cuda: no CUDA device");
        Cli other = Cli.run("train", "mis", "--resume", "--device=cpu", "--out", model.toString());
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.errLines()).singleElement().asString().contains("device: cuda, not cpu");

        // Begun by a version that did not keep it.
        Durable.discard(model.resolve("checkpoint"));
        Files.writeString(config, here.replace("device: cpu\n", ""));
        Cli older = Cli.run("train", "mis", "--resume", "--device=cpu", "--out", model.toString());
        assertThat(older.code()).as(older.err()).isZero();
    }

    @Test
    void aTableOfSolversCanComeFromAFile() throws IOException {
        Path file = folder.resolve("mine.yaml");
        Files.writeString(file, """
                title: Mine
                what: Two rows.
                problem: mis
                methods: [greedy, "smc:dmala:2"]
                budgets:
                  quick: {sets: ["er:6-8"], count: 2, samples: 3, timeSteps: 4}
                """);
        Cli run = Cli.run(
                "reproduce", file.toString(), "--out", folder.resolve("out").toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("greedy", "smc:dmala:2");
    }

    /** As jobs of a scheduler do it; what was judged is not judged again, but where the table asks for something else. */
    @Test
    void oneFamilyCanBeDoneAlone() throws IOException {
        String yaml = """
                title: Mine
                what: Two families.
                problem: mis
                methods: [greedy, "dmala:2"]
                budgets:
                  quick: {sets: ["er:6-8", "er:8-9"], count: 2, samples: 3, timeSteps: 4}
                """;
        String file = Files.writeString(folder.resolve("mine.yaml"), yaml).toString();
        Path out = folder.resolve("out");
        Cli alone = Cli.run("reproduce", file, "--only=2", "--out=" + out);
        assertThat(alone.code()).as(alone.err()).isZero();
        assertThat(out.resolve("er-8-9/scores.json")).exists();
        assertThat(out.resolve("er-6-8")).doesNotExist();
        assertThat(out.resolve("report.html")).doesNotExist();
        Cli whole = Cli.run("reproduce", file, "--out=" + out);
        assertThat(whole.code()).as(whole.err()).isZero();
        assertThat(whole.err()).contains("judging er:6-8").doesNotContain("judging er:8-9");
        assertThat(whole.out()).contains("graphs of er:6-8", "graphs of er:8-9");
        for (String change : List.of("dmala:3", "timeSteps: 5", "samples: 4")) {
            String before = change.startsWith("d")
                    ? "dmala:2"
                    : change.replaceAll("\\d", "") + (change.startsWith("t") ? 4 : 3);
            Files.writeString(folder.resolve("mine.yaml"), yaml.replace(before, change));
            Cli other = Cli.run("reproduce", file, "--out=" + out);
            assertThat(other.code()).as(other.err()).isZero();
            assertThat(other.err()).as(change).contains("judging er:8-9");
        }
    }

    @Test
    void everyTableIsValidAtEveryBudget() throws IOException {
        for (String name : List.of("table-mcut", "table-mis", "table-mis-refined", "table-rb")) {
            GraphExperiment table = GraphExperiment.find(name).orElseThrow();
            assertThat(table.budgets()).containsKeys("quick", "standard", "paper");
            for (String budget : table.budgets().keySet()) {
                assertThat(table.settings(budget)).isNotEmpty();
            }
        }
    }

    @Test
    void itCanBeQuietOrJson() throws IOException {
        Cli quiet = train(
                "mis", "er:6-8:0.3", "--quiet", "--out", folder.resolve("q").toString());
        assertThat(quiet.code()).as(quiet.err()).isZero();
        assertThat(quiet.err()).doesNotContain("training", "trained").contains("model:");
        Cli json = train(
                "maxcut", "er:6-8:0.3", "--json", "--out", folder.resolve("j").toString());
        assertThat(json.err()).isEmpty();
        assertThat(new ObjectMapper().readTree(json.out()))
                .isEqualTo(new ObjectMapper()
                        .readTree(folder.resolve("j/result.json").toFile()));
    }
}
