package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
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
        "--set=sampler.sampling.cells=4"
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

    /** A flow that does not follow its energy is told, beside the numbers that are from its weights. */
    @Test
    void aFlowOfFewEffectiveSamplesIsWarnedOf() throws IOException {
        Path run = folder.resolve("run");
        Cli learnt = train("--data=moons", "--bits=4", "--set=sampler.train.learningRate=1000", "--out=" + run);
        assertThat(learnt.code()).as(learnt.err()).isZero();
        assertThat(learnt.err()).contains("dnfs: few effective samples, about ");
        assertThat(run.resolve("report.html")).content().contains("Warning: few effective samples");
        JsonNode result = new ObjectMapper().readTree(run.resolve("result.json").toFile());
        assertThat(result.at("/evaluation/warning").asText()).startsWith("few effective samples");
        Cli judged = Cli.run("ebm", "eval", run.toString(), "--samples=60", "--uniform=50", "--annealing=0");
        assertThat(judged.code()).as(judged.err()).isZero();
        assertThat(judged.err()).contains("dnfs: few effective samples, about ").contains(" of 60: ");
    }

    /** Learnt, judged, drawn, and then the target of a sampler. */
    @Test
    void energiesAreLearntJudgedAndSampled() throws IOException {
        Path run = folder.resolve("run");
        Cli learnt = train("--data=moons", "--bits=4", "--out=" + run);
        assertThat(learnt.code()).as(learnt.err()).isZero();
        assertThat(learnt.out()).contains("NLL, exact Z").contains("MMD of samples of the flow");
        assertThat(run.resolve("figures/samples.png")).isNotEmptyFile();
        JsonNode result = new ObjectMapper().readTree(run.resolve("result.json").toFile());
        assertThat(result.at("/evaluation/nllExact/value").asDouble()).isBetween(1.0, 8.0);

        Cli judged = Cli.run(
                "ebm",
                "eval",
                run.toString(),
                "--json",
                "--samples=200",
                "--uniform=500",
                "--annealing=0",
                "--device=cpu");
        assertThat(judged.code()).as(judged.err()).isZero();
        JsonNode tree = new ObjectMapper().readTree(judged.out());
        assertThat(tree.path("nllAnnealed").isNull()).isTrue();
        assertThat(tree.at("/mmdSampler/standardError").asDouble()).isPositive();

        // NLL and entropy are of the same states: what is above it is known better than either.
        JsonNode excess = result.at("/evaluation/excess");
        assertThat(excess.path("value").asDouble())
                .isCloseTo(value(result, "nllExact") - value(result, "entropy"), within(1e-9))
                .isBetween(0.0, 5.0);
        Path table = folder.resolve("table.json");
        Cli recorded = Cli.run("ebm", "record", run.toString(), "--out=" + table);
        assertThat(recorded.code()).as(recorded.err()).isZero();
        JsonNode rows = new ObjectMapper().readTree(table.toFile());
        assertThat(rows.path("command").asText()).startsWith("dnfs ebm train --data SET --bits 4 --method eb-dnfs");
        assertThat(rows.at("/rows/0")).hasSameSizeAs(rows.path("header"));
        assertThat(rows.at("/rows/0/0").asText()).isEqualTo("moons, 8 bits");
        assertThat(rows.at("/rows/0/6").asText())
                .startsWith(String.format(
                        Locale.ROOT, "%.3f ± ", excess.path("value").asDouble()));

        Path sampler = folder.resolve("sampler");
        Cli trained = Cli.run(
                "train",
                "--target=ebm:" + run,
                "--steps=5",
                "--hidden=8",
                "--heads=1",
                "--time-steps=4",
                "--device=cpu",
                "--set=sampling.cells=4",
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

    private static double value(JsonNode result, String key) {
        return result.at("/evaluation/" + key + "/value").asDouble();
    }

    /** The flow inside a run, the truth of few bits and chains all sample the energy; likelihoods add up to one. */
    @Test
    void aLearntEnergySamplesAndScores() throws IOException {
        Path run = folder.resolve("run");
        Cli trained = train("--data=moons", "--bits=3", "--method=eb-dnfs", "--out=" + run);
        assertThat(trained.code()).as(trained.err()).isZero();
        assertThat(trained.out())
                .contains("NLL of independent bits")
                .contains("NLL of a tree")
                .contains("report.html");
        assertThat(run.resolve("report.html"))
                .content()
                .contains("NLL of a mixture")
                .contains("ebm score");
        for (String way : new String[] {"flow", "exact", "chains"}) {
            Path csv = folder.resolve(way + ".csv");
            Cli sampled = Cli.run(
                    "ebm", "sample", run.toString(), "--count=40", "--by=" + way, "--device=cpu", "--out=" + csv);
            assertThat(sampled.code()).as(sampled.err()).isZero();
            assertThat(Files.readAllLines(csv)).hasSize(41).first().isEqualTo("x0,x1,x2,x3,x4,x5");
        }
        StringBuilder all = new StringBuilder("a,b,c,d,e,f\n");
        for (int state = 0; state < 64; state++) {
            for (int i = 0; i < 6; i++) {
                all.append(i == 0 ? "" : ",").append(state >> i & 1);
            }
            all.append('\n');
        }
        Path states = Files.writeString(folder.resolve("all.csv"), all);
        Cli scored = Cli.run("ebm", "score", run.toString(), states.toString(), "--device=cpu");
        assertThat(scored.code()).as(scored.err()).isZero();
        assertThat(scored.err()).contains("64 states").contains("by enumeration");
        double sum = scored.out()
                .lines()
                .skip(1)
                .mapToDouble(line -> Math.exp(Double.parseDouble(line)))
                .sum();
        assertThat(sum).isCloseTo(1, within(1e-4));
        Path wrong = Files.writeString(folder.resolve("wrong.csv"), "0,1\n");
        Cli refused = Cli.run("ebm", "score", run.toString(), wrong.toString());
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.errLines()).singleElement().asString().contains("have 2 bits, those of the energy 6");
        Cli way = Cli.run("ebm", "sample", run.toString(), "--count=4", "--by=magic");
        assertThat(way.code()).isEqualTo(2);
        assertThat(way.err()).contains("--by is flow, exact or chains, not magic");
    }

    @Test
    void figuresAreDrawnLater() throws IOException {
        Path run = folder.resolve("run");
        assertThat(train("--data=moons", "--bits=3", "--method=ed-bern", "--out=" + run)
                        .code())
                .isZero();
        Path png = run.resolve("figures/samples.png");
        Files.delete(png);
        String[] eval = {"ebm", "eval", run.toString(), "--samples=50", "--uniform=50", "--annealing=0", "--device=cpu"
        };
        assertThat(Cli.run(eval).code()).isZero();
        assertThat(png).doesNotExist();
        String[] drawn = Arrays.copyOf(eval, eval.length + 1);
        drawn[eval.length] = "--figures";
        assertThat(Cli.run(drawn).code()).isZero();
        assertThat(png).isNotEmptyFile();
    }

    @Test
    void aResumedRunKeepsItsSettings() throws IOException {
        Path run = folder.resolve("run");
        String[] said = {"--data=moons", "--bits=3", "--method=ed-bern", "--out=" + run};
        assertThat(train(said).code()).isZero();
        String[] repeated = {said[0], said[1], said[2], said[3], "--preset=quick", "--resume"};
        Cli same = train(repeated);
        assertThat(same.code()).as(same.err()).isZero();
        assertThat(Cli.run("ebm", "train", "--resume", said[3]).code()).isZero();
        refused("data: moons, 6 bits, not moons, 8 bits", "--bits=4", said[3]);
        refused("data: moons, 6 bits, not circles, 6 bits", "--data=circles", said[3]);
        refused(
                "data: moons, 6 bits, not x.csv",
                "--data=" + Files.writeString(folder.resolve("x.csv"), "0,1\n"),
                said[3]);
        refused("method: ed-bern, not pcd", "--method=pcd", said[3]);
        refused("seed: 1, not 2", "--seed=2", said[3]);
        refused("energy.hidden: 8, not 9", "--set=energy.hidden=9", said[3]);
        refused("energy.hidden: 8, not ", "--preset=gpu", said[3]);
    }

    @Test
    void aFinishedRunGoesOnWithALargerBudget() throws IOException {
        Path run = folder.resolve("run");
        assertThat(train("--data=moons", "--bits=3", "--method=ed-bern", "--out=" + run)
                        .code())
                .isZero();
        Cli less = Cli.run("ebm", "train", "--resume", "--steps=10", "--out=" + run);
        assertThat(less.code()).isEqualTo(2);
        assertThat(less.err()).contains("has trained for 20 steps").contains("give a larger budget");
        assertThat(run.resolve("result.json")).isNotEmptyFile();
        Cli more = Cli.run("ebm", "train", "--resume", "--steps=30", "--out=" + run);
        assertThat(more.code()).as(more.err()).isZero();
        assertThat(more.err()).contains("trained 30 updates");
        assertThat(run.resolve("config.yaml")).content().contains("steps: 30");
    }

    private static void refused(String why, String... options) {
        Cli cli = Cli.run("ebm", "train", "--resume", options[0], options[1]);
        assertThat(cli.code()).isNotZero();
        assertThat(cli.errLines()).hasSize(1);
        assertThat(cli.err()).contains("a resumed run keeps its settings; ").contains(" has " + why);
    }

    @Test
    void numbersThatMeanNothingAreRefused() {
        for (String option : new String[] {"--annealing", "--moves"}) {
            Cli cli = Cli.run("ebm", "eval", folder.toString(), option + "=-1");
            assertThat(cli.code()).isNotZero();
            assertThat(cli.err()).contains(option + " must be at least 0, not -1");
        }
        assertThat(Cli.run("ebm", "eval", folder.toString(), "--data=0").err())
                .contains("--samples must be at least 3, not 0");
    }

    @Test
    void badDataIsOneLineWithRowAndReason() throws IOException {
        Path few = Files.writeString(folder.resolve("few.csv"), "0,1\n1,0\n".repeat(10));
        assertThat(train("--data=" + few, "--out=" + folder.resolve("x")).err())
                .contains("few.csv: of 20 rows 2 would be held out, too few to judge an energy by");
        assertThat(folder.resolve("x")).doesNotExist();
        Path csv = Files.writeString(folder.resolve("bad.csv"), "0,1\n0,3\n");
        Cli bad = train("--data=" + csv, "--method=ed-bern", "--out=" + folder.resolve("x"));
        assertThat(bad.code()).isNotZero();
        assertThat(bad.errLines()).hasSize(1);
        assertThat(bad.err()).contains("row 2, column 2: '3' is neither 0 nor 1");
        assertThat(folder.resolve("x")).doesNotExist();
        Cli settings = train(
                "--data=moons",
                "--bits=3",
                "--method=eb-dnfs-mh",
                "--set=sampler.train.sweeps=1",
                "--out=" + folder.resolve("x"));
        assertThat(settings.errLines()).hasSize(1);
        assertThat(settings.err()).contains("eb-dnfs-mh needs sampler.train.sweeps=0");
        assertThat(folder.resolve("x")).doesNotExist();
        Cli unknown = train("--data=squares", "--out=" + folder.resolve("x"));
        assertThat(unknown.err()).contains("unknown data set 'squares'; possible: 2spirals");
        Cli method = train("--method=magic", "--out=" + folder.resolve("x"));
        assertThat(method.err()).contains("unknown method 'magic'; possible: ed-bern");
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
}
