package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.flow.StepRule;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Layout;
import io.github.dnfs4j.torch.Precision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TrainIsingCommandTest {
    @TempDir
    Path folder;

    @Test
    void betaIsTwiceSigma() throws Exception {
        Path run = Files.createTempDirectory("beta").resolve("run");
        assertThat(Cli.train("--beta=0.5", "--steps=2", "--out=" + run).code()).isZero();
        assertThat(run.resolve("config.yaml")).content().contains("sigma: 0.25");
        assertThat(Cli.train("--beta=0.5", "--sigma=0.2", "--steps=2").errLines())
                .singleElement()
                .asString()
                .contains("--beta is 2 sigma: give one of --sigma and --beta");
    }

    @Test
    void withoutOptionsTheDefaultsHold() throws IOException {
        assertThat(settings()).isEqualTo(Defaults.ising());
        assertThat(settings().target()).isEqualTo(new TargetSettings.Ising(6, Ising.CRITICAL, 0));
    }

    /** The lattice decides the coupling and the network where nothing is said of them. */
    @Test
    void aLatticeBringsItsCouplingAndItsNetwork() throws IOException {
        RunSettings comb = settings("--lattice=honeycomb", "--side=4", "--directions=1,0.5,2");
        assertThat(comb.target())
                .isEqualTo(new TargetSettings.Ising(
                        4,
                        Math.log(2 + Math.sqrt(3)) / 4,
                        0,
                        new Layout(
                                Layout.Kind.HONEYCOMB,
                                Layout.Boundary.PERIODIC,
                                Layout.Law.UNIFORM,
                                1,
                                List.of(1.0, 0.5, 2.0))));
        assertThat(comb.network()).isInstanceOf(NetworkSettings.Letf.class);
        RunSettings glass = settings("--bonds=pm", "--bond-seed=7", "--boundary=free", "--beta=1.2", "--hidden=16");
        assertThat(glass.target())
                .isEqualTo(new TargetSettings.Ising(
                        6, 0.6, 0, new Layout(Layout.Kind.SQUARE, Layout.Boundary.FREE, Layout.Law.PM, 7, List.of())));
        assertThat(glass.network()).isInstanceOf(NetworkSettings.Leglass.class);
        assertThat(settings("--lattice=triangular").network()).isInstanceOf(NetworkSettings.Lelattice.class);
        assertThat(settings("--lattice=triangular", "--network=lemlp").network())
                .isInstanceOf(NetworkSettings.Lemlp.class);
    }

    @Test
    void everyOptionReachesItsSetting() throws IOException {
        RunSettings s =
                settings(("--side 5 --sigma 0.1 --field 0.3 --network letf --hidden 12 --heads 3 --layers 2 --steps 7"
                                + " --time-steps 9 --batch 11 --readout plain --rule euler --learning-rate 0.01"
                                + " --device cpu --precision bf16 --seed 42")
                        .split(" "));
        assertThat(s.target()).isEqualTo(new TargetSettings.Ising(5, 0.1, 0.3));
        assertThat(s.network()).isEqualTo(new NetworkSettings.Letf(12, 3, 2, true, Readout.PLAIN, false));
        assertThat(s.train().budget().steps()).isEqualTo(7);
        assertThat(s.train().budget().minutes()).isZero();
        assertThat(s.train().paths().timeSteps()).isEqualTo(9);
        assertThat(s.train().optimiser().batch()).isEqualTo(11);
        assertThat(s.train().paths().rule()).isEqualTo(StepRule.EULER);
        assertThat(s.sampling().rule()).isEqualTo(StepRule.EULER);
        assertThat(s.train().optimiser().learningRate()).isEqualTo(0.01);
        assertThat(s.device()).isEqualTo("cpu");
        assertThat(s.precision()).isEqualTo(Precision.BF16);
        assertThat(s.seed()).isEqualTo(42);
    }

    /** Named alone, a network brings its own width and depth; what is said beside it holds. */
    @Test
    void everyNetworkTrainsWithItsOwnDefaults() throws IOException {
        for (String kind : NetworkSettings.possible(Defaults.ising().target().structure())) {
            Path run = folder.resolve(kind);
            Cli result = Cli.run(("train ising --side 3 --steps 3 --batch 8 --time-steps 4 --device cpu --hidden 10"
                            + " --set sampling.cells=4 --set train.trajectories=8 --network " + kind + " --out "
                            + run)
                    .split(" "));
            assertThat(result.code()).as(result.err()).isZero();
            RunSettings own = Defaults.ising().with(NetworkSettings.defaults(kind));
            assertThat(Model.settings(run).network())
                    .isEqualTo(SettingsFile.of(own)
                            .set("network.hidden", "10")
                            .settings()
                            .network());
        }
    }

    @Test
    void optionsCoverTheFileAndSetCoversOptions() throws IOException {
        Path file = Files.writeString(folder.resolve("s.yaml"), "train: {steps: 5, batch: 1, ema: 0.5}\nseed: 3\n");
        RunSettings s = settings(
                "--set",
                "train.batch=3",
                "--batch",
                "2",
                "--seed",
                "4",
                "--minutes",
                "2",
                "--settings",
                file.toString());
        assertThat(s.train().optimiser().ema()).isEqualTo(0.5);
        assertThat(s.seed()).isEqualTo(4);
        assertThat(s.train().optimiser().batch()).isEqualTo(3);
        assertThat(s.train().budget().minutes()).isEqualTo(2);
        assertThat(s.train().budget().steps()).isZero();
    }

    @Test
    void theHelpNamesTheDefaults() {
        String help = Cli.run("train", "ising", "--help").out();
        assertThat(help).contains("0.2203434").contains("(default: auto)").contains("(default: 1)");
        assertThat(help).doesNotContain("${");
    }

    @Test
    void aRunLeavesAWholeFolder() throws IOException {
        Path run = Cli.trained();
        assertThat(Trees.contents(run).keySet())
                .contains("config.yaml", "metrics.jsonl", "result.json", "report.html", "figures/loss.png")
                .contains("figures/ess.png", "figures/energies.png", "figures/weights.png", "figures/samples.png");
        JsonNode result = new ObjectMapper().readTree(run.resolve("result.json").toFile());
        assertThat(result.path("steps").asInt()).isEqualTo(20);
        // The command as it was typed, what gives the same settings, and what to make of it.
        assertThat(run.resolve("report.html"))
                .content()
                .contains(
                        "dnfs train ising ",
                        "--out=" + run,
                        "dnfs train --settings " + run,
                        "Verdict: ",
                        " samples by jumps");
        assertThat(result.at("/versions/libtorch").asText()).startsWith("2.");
        // 4 rounds of 16 paths of some points, and 20 batches of 16.
        assertThat(result.at("/evaluations/network").asInt()).isBetween(20 * 16 + 4 * 16 * 2, 20 * 16 + 4 * 16 * 9);
        assertThat(result.at("/evaluation/samples").asInt()).isPositive();
        assertThat(result.at("/evaluation/cells").asInt()).isEqualTo(8);
    }

    @Test
    void aFinishedRunIsOnlyEvaluatedAgain() throws IOException {
        Path run = copyOfTrained();
        Map<String, Integer> before = Trees.contents(run.resolve("checkpoint"));
        Cli result = Cli.run("train", "ising", "--resume", "--out=" + run);
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err()).contains("finished after 20 steps");
        assertThat(result.out()).contains("log Z, exact weights").contains("9.020213");
        assertThat(Trees.contents(run.resolve("checkpoint"))).isEqualTo(before);
    }

    @Test
    void aFinishedRunGoesOnWithMoreSteps() throws IOException {
        Path run = copyOfTrained();
        Cli less = Cli.run("train", "ising", "--resume", "--out=" + run, "--steps=15");
        assertThat(less.code()).isEqualTo(2);
        assertThat(less.errLines()).singleElement().asString().contains("give a larger budget");
        assertThat(run.resolve("result.json")).exists();
        Cli more = Cli.run("train", "--resume", "--out=" + run, "--steps=24");
        assertThat(more.code()).as(more.err()).isZero();
        assertThat(more.err()).contains("for 24 steps (from 83 % on)").contains("trained 24 steps");
        JsonNode result = new ObjectMapper().readTree(run.resolve("result.json").toFile());
        assertThat(result.path("steps").asInt()).isEqualTo(24);
    }

    /** The network is that of the model, and its weights are where the training begins. */
    @Test
    void aRunBeginsWithTheWeightsOfAModel() throws IOException {
        Path run = folder.resolve("warm");
        Cli warm = Cli.run(
                "train", "ising", "--side=3", "--sigma=0.16", "--init=" + Cli.trained(), "--steps=1", "--out=" + run);
        assertThat(warm.code()).as(warm.err()).isZero();
        assertThat(Model.settings(run).network())
                .isEqualTo(Model.settings(Cli.trained()).network());
        assertThat(run.resolve("init.safetensors")).exists();
        Cli both = Cli.run("train", "--resume", "--out=" + run, "--init=" + Cli.trained());
        assertThat(both.code()).isEqualTo(2);
        assertThat(both.err()).contains("give one of them");
        Cli other = Cli.run(
                "train", "potts", "--side=4", "--init=" + Cli.trained(), "--steps=1", "--out=" + folder.resolve("no"));
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.errLines()).last().asString().contains("tensor");
        assertThat(folder.resolve("no")).doesNotExist();
    }

    @Test
    void aChangedSettingIsRefusedByName() throws IOException {
        Path run = copyOfTrained();
        Map<String, Integer> before = Trees.contents(run);
        Cli result = Cli.run("train", "ising", "--resume", "--out=" + run, "--hidden=16");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.errLines()).singleElement().asString().contains("network.hidden: 8, not 16");
        assertThat(Trees.contents(run)).isEqualTo(before);
    }

    private Path copyOfTrained() throws IOException {
        Path run = folder.resolve("run");
        Trees.copy(Cli.trained(), run);
        return run;
    }

    private static RunSettings settings(String... args) throws IOException {
        TrainLatticeCommand command = new TrainLatticeCommand(Console.system(), new TrainLatticeCommand.Ising());
        new CommandLine(command).parseArgs(args);
        return command.run.settings(command);
    }

    /** What was learnt on a small lattice is the beginning on a larger one, and other networks say that they cannot. */
    @Test
    void aPyramidOfASmallLatticeBeginsALargerOne() throws IOException {
        String[] small = {
            "train",
            "ising",
            "--side=4",
            "--network=lepyramid",
            "--hidden=8",
            "--steps=1",
            "--batch=4",
            "--device=cpu",
            "--out=" + folder.resolve("small")
        };
        assertThat(Cli.run(small).code()).isZero();
        Cli larger = Cli.run(
                "train",
                "ising",
                "--side=6",
                "--init=" + folder.resolve("small"),
                "--steps=1",
                "--batch=4",
                "--out=" + folder.resolve("larger"));
        assertThat(larger.code()).as(larger.err()).isZero();
        Cli other = Cli.run(
                "train", "ising", "--side=8", "--init=" + Cli.trained(), "--steps=1", "--out=" + folder.resolve("no"));
        assertThat(other.code()).isOne();
        assertThat(other.err()).contains("far.weight");
        assertThat(folder.resolve("no")).doesNotExist();
    }
}
