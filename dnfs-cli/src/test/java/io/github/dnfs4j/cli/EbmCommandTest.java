package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EbmCommandTest {
    private static final String[] TINY = {
        "--device=cpu",
        "--steps=20",
        "--set=energy.hidden=8",
        "--set=fit.batch=16",
        "--set=sampler.network.hidden=8",
        "--set=sampler.network.heads=1",
        "--set=sampler.train.timeSteps=4",
        "--set=sampler.train.trajectories=16",
        "--set=sampler.train.stepsPerRound=2",
        "--set=sampler.sampling.timeSteps=4"
    };

    @TempDir
    Path folder;

    private Cli train(String... more) {
        String[] args = new String[TINY.length + more.length + 2];
        args[0] = "ebm";
        args[1] = "train";
        System.arraycopy(TINY, 0, args, 2, TINY.length);
        System.arraycopy(more, 0, args, 2 + TINY.length, more.length);
        return Cli.run(args);
    }

    /** Learnt, judged, drawn, and then the target of a sampler. */
    @Test
    void energiesAreLearntJudgedAndSampled() throws IOException {
        Path run = folder.resolve("run");
        Cli learnt = train("--data=moons", "--bits=4", "--out=" + run);
        assertThat(learnt.code()).as(learnt.err()).isZero();
        assertThat(learnt.out()).contains("NLL, exact Z").contains("MMD of the sampler");
        assertThat(run.resolve("figures/samples.png")).isNotEmptyFile();
        JsonNode result = new ObjectMapper().readTree(run.resolve("result.json").toFile());
        assertThat(result.at("/evaluation/nllExact/value").asDouble()).isBetween(1.0, 8.0);

        Cli judged = Cli.run(
                "ebm",
                "eval",
                run.toString(),
                "--json",
                "--data=200",
                "--uniform=500",
                "--annealing=0",
                "--device=cpu");
        assertThat(judged.code()).as(judged.err()).isZero();
        JsonNode tree = new ObjectMapper().readTree(judged.out());
        assertThat(tree.path("nllAnnealed").isNull()).isTrue();
        assertThat(tree.at("/mmdSampler/standardError").asDouble()).isPositive();

        Path sampler = folder.resolve("sampler");
        Cli trained = Cli.run(
                "train",
                "--target=ebm:" + run,
                "--steps=5",
                "--hidden=8",
                "--heads=1",
                "--time-steps=4",
                "--device=cpu",
                "--set=sampling.timeSteps=4",
                "--set=train.trajectories=16",
                "--out=" + sampler);
        assertThat(trained.code()).as(trained.err()).isZero();
        // The copy in the run folder is enough.
        try (var files = Files.walk(run)) {
            files.filter(Files::isRegularFile).forEach(file -> file.toFile().delete());
        }
        Cli evaluated = Cli.run("eval", sampler.toString(), "--samples=50");
        assertThat(evaluated.code()).as(evaluated.err()).isZero();
    }

    @Test
    void badDataIsOneLineWithRowAndReason() throws IOException {
        Path csv = Files.writeString(folder.resolve("bad.csv"), "0,1\n0,3\n");
        Cli bad = train("--data=" + csv, "--method=ed-bern", "--out=" + folder.resolve("x"));
        assertThat(bad.code()).isNotZero();
        assertThat(bad.errLines()).hasSize(1);
        assertThat(bad.err()).contains("row 2, column 2: '3' is neither 0 nor 1");
        assertThat(folder.resolve("x")).doesNotExist();
        Cli unknown = train("--data=squares", "--out=" + folder.resolve("x"));
        assertThat(unknown.err()).contains("unknown data set 'squares'; possible: 2spirals");
        Cli method = train("--method=magic", "--out=" + folder.resolve("x"));
        assertThat(method.err()).contains("unknown method 'magic'; possible: ed-bern");
    }

    @Test
    void dataAreShown() {
        Path png = folder.resolve("all.png");
        Cli shown = Cli.run("data", "show", "all", "--bits=6", "--points=500", "--out=" + png);
        assertThat(shown.code()).as(shown.err()).isZero();
        assertThat(png).isNotEmptyFile();
    }

    @Test
    void latticesAreLearnt() {
        Path run = folder.resolve("ising");
        Cli learnt = Cli.run(
                "ebm", "learn-ising", "--side=3", "--samples=300", "--steps=40", "--device=cpu", "--out=" + run);
        assertThat(learnt.code()).as(learnt.err()).isZero();
        assertThat(learnt.out()).containsPattern("negative log-RMSE [0-9.]+ \\(matrix of zeros [0-9.]+\\)");
        assertThat(run.resolve("figures/matrix.png")).isNotEmptyFile();
    }

    /** Every kind of experiment about energies runs to its page, and a second time finds all done. */
    @Test
    void experimentsRunToTheirPages() throws IOException {
        String settings = "{energy.hidden: 8, fit.steps: 20, fit.batch: 16, sampler.network.hidden: 8,"
                + " sampler.network.heads: 1, sampler.train.timeSteps: 4, sampler.train.trajectories: 16,"
                + " sampler.sampling.timeSteps: 4, device: cpu}";
        String effort = "{data: 100, uniform: 100, annealing: 0, moves: 2}";
        reproduced(
                "table",
                "[moons]",
                "[{name: ed-bern}, {name: eb-dnfs}]",
                """
                bits: 3, settings: %s, effort: %s""".formatted(settings, effort),
                "report: [nllExact, mmd]");
        reproduced("trajectory", "[moons]", "[{name: eb-dnfs}]", """
                bits: 3, settings: %s, effort: %s""".formatted(settings, effort), "report: []");
        String tiny = "{network.hidden: 8, network.heads: 1, train.steps: 5, train.timeSteps: 4,"
                + " train.trajectories: 16, sampling.timeSteps: 4, device: cpu}";
        reproduced(
                "samplers",
                "[moons]",
                "[{name: oracle}, {name: gfn}, {name: a, method: dnfs}]",
                """
                bits: 3, settings: %s, effort: %s, sampler: %s, gfnMinutes: 0.005""".formatted(settings, effort, tiny),
                "report: []");
    }

    private void reproduced(String kind, String sets, String runs, String budget, String report) throws IOException {
        Path yaml = Files.writeString(folder.resolve(kind + ".yaml"), """
                title: Tiny
                what: Nothing much.
                ebm: {kind: %s, sets: %s}
                runs: %s
                budgets: {quick: {%s}}
                %s
                """.formatted(kind, sets, runs, budget, report));
        Path out = folder.resolve(kind + "-out");
        for (int time = 0; time < 2; time++) {
            Cli done = Cli.run("reproduce", yaml.toString(), "--out=" + out);
            assertThat(done.code()).as(kind + ": " + done.err()).isZero();
            assertThat(out.resolve("report.html"))
                    .content()
                    .contains("<h1>Tiny</h1>")
                    .contains("<img");
        }
    }
}
