package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.metric.PottsLattice;
import io.github.dnfs4j.run.RunFolder;
import io.github.dnfs4j.settings.Estimator;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.TargetSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TrainPottsCommandTest {
    @TempDir
    Path folder;

    /** Side 3, three states: 19,683 states, so that even the order parameter has an exact value. */
    @Test
    void aRunIsTrainedEvaluatedSampledAndReported() throws IOException {
        Path run = folder.resolve("run");
        List<String> args = new ArrayList<>(List.of("train", "potts"));
        args.addAll(Cli.TINY);
        args.addAll(List.of("--steps=20", "--beta=0.7", "--out=" + run));
        Cli trained = Cli.run(args.toArray(String[]::new));
        assertThat(trained.code()).as(trained.err()).isZero();
        assertThat(trained.out()).contains("order parameter").doesNotContain("magnetisation");
        assertThat(run.resolve("report.html")).content().contains("dnfs train --settings");
        long weights = Safetensors.read(
                        RunFolder.snapshots(run).latest().orElseThrow().resolve("model.safetensors"))
                .tensors()
                .values()
                .stream()
                .mapToLong(array -> Arrays.stream(array.shape()).reduce(1, (a, b) -> a * b))
                .sum();
        assertThat(trained.err()).contains(String.format(Locale.ROOT, ", %,d weights;", weights));
        JsonNode evaluation =
                new ObjectMapper().readTree(run.resolve("result.json").toFile()).path("evaluation");
        assertThat(evaluation.at("/logZ/reference").asDouble())
                .isCloseTo(PottsLattice.of(3, 3, 3, 0.7).logZ(), within(1e-9));
        assertThat(evaluation.at("/orderParameter/value").asDouble())
                .isCloseTo(evaluation.at("/orderParameter/reference").asDouble(), within(0.3));

        Cli eval = Cli.run("eval", run.toString(), "--samples=200");
        assertThat(eval.code()).as(eval.err()).isZero();
        assertThat(eval.out()).contains("log Z, upper bound").contains("order parameter");
        Path states = folder.resolve("states.csv");
        Cli sample = Cli.run("sample", run.toString(), "--count=50", "--out=" + states);
        assertThat(sample.code()).as(sample.err()).isZero();
        assertThat(Files.readString(states)).contains("2");
        Cli spins = Cli.run("sample", run.toString(), "--count=5", "--spins");
        assertThat(spins.code()).isEqualTo(2);
        assertThat(spins.err()).contains("--spins needs sites of 2 states, these have 3");
        Cli resumed = Cli.run("train", "ising", "--resume", "--out=" + run);
        assertThat(resumed.code()).isEqualTo(2);
        assertThat(resumed.err()).contains("the target of these settings is potts; use");
    }

    @Test
    void betaIsCriticalForTheStatesChosenUnlessGiven() throws IOException {
        assertThat(settings().target()).isEqualTo(new TargetSettings.Potts(6, 3, Math.log(1 + Math.sqrt(3))));
        assertThat(settings("--states", "5", "--side", "4").target())
                .isEqualTo(new TargetSettings.Potts(4, 5, Math.log(1 + Math.sqrt(5))));
        Path file = Files.writeString(folder.resolve("s.yaml"), "target: {beta: 0.3}");
        assertThat(settings("--states", "5", "--settings", file.toString()).target())
                .isEqualTo(new TargetSettings.Potts(6, 5, 0.3));
    }

    @Test
    void networksAreSymmetricUnlessToldOtherwise() throws IOException {
        assertThat(settings().network().symmetric()).isTrue();
        assertThat(settings("--network", "letf").network().symmetric()).isTrue();
        assertThat(settings("--no-symmetric").network().symmetric()).isFalse();
        assertThat(settings("--set", "network.symmetric=false").network().symmetric())
                .isFalse();
    }

    @Test
    void leapsIsOneOption() throws IOException {
        RunSettings s = settings("--objective", "leaps", "--set", "train.sweeps=3");
        assertThat(s.train().estimator()).isEqualTo(Estimator.LEARNED);
        assertThat(s.train().paths().randomTimes()).isTrue();
        assertThat(s.train().paths().sweeps()).isEqualTo(3);
        assertThat(s.sampling().resampleBelow()).isEqualTo(0.5);
        assertThat(settings("--method", "dnfs")).isEqualTo(settings());
    }

    private static RunSettings settings(String... args) throws IOException {
        TrainLatticeCommand command = new TrainLatticeCommand(Console.system(), new TrainLatticeCommand.Potts());
        new CommandLine(command).parseArgs(args);
        return command.run.settings(command);
    }
}
