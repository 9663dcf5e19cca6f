package io.github.dnfs4j.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.experiment.Console;
import io.github.dnfs4j.experiment.Operations;
import io.github.dnfs4j.experiment.SpeedTest;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.train.NetworkSettings;
import io.github.dnfs4j.train.RunSettings;
import io.github.dnfs4j.train.SettingsFile;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code dnfs bench}: how fast this machine trains and samples, for the paper's network unless told else. */
@Command(
        name = "bench",
        description = "Measures training and sampling speed of a network, the paper's by default, on an Ising lattice.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false)
final class BenchCommand implements Callable<Integer> {
    @Option(names = "--network", description = "letf, lemlp, leattn, leconv or lelattice (default: ${DEFAULT-VALUE}).")
    String network = "letf";

    @Option(names = "--side", description = "Sites along each side (default: ${DEFAULT-VALUE}).")
    int side = 10;

    @Option(names = "--hidden", description = "Width (default: 64 for letf, else the network's own).")
    @Nullable
    Integer hidden;

    @Option(names = "--heads", description = "Attention heads (default: 4 for letf, else the network's own).")
    @Nullable
    Integer heads;

    @Option(names = "--layers", description = "Blocks in each direction (default: 3 for letf, else the network's own).")
    @Nullable
    Integer layers;

    @Option(names = "--batch", description = "States in one optimiser step (default: ${DEFAULT-VALUE}).")
    int batch = 128;

    @Option(names = "--steps", description = "Optimiser steps, a third of them warm-up (default: ${DEFAULT-VALUE}).")
    int steps = 15;

    @Option(names = "--device", description = "cpu, cuda or auto (default: ${DEFAULT-VALUE}).")
    String device = "auto";

    @Option(names = "--precision", description = "fp32 or bf16 (default: ${DEFAULT-VALUE}).")
    String precision = "fp32";

    @Option(names = "--json", description = "Print one JSON object.")
    boolean json;

    private final Console console;

    BenchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws JsonProcessingException {
        RunSettings settings = settings();
        SpeedTest speed = SpeedTest.measure(settings);
        MatrixSpeed machine = MatrixSpeed.measure(settings.hardware());
        double gflops = settings.precision() == Precision.BF16 ? machine.bf16() : machine.fp32();
        double operations =
                Operations.step(settings.network(), settings.target().sites(), batch);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("trainStepMs", speed.trainStepMs());
        result.put("forwardMs", speed.forwardMs());
        result.put("loopStepMs", speed.loopStepMs());
        result.put("samplesPerSecond", speed.samplesPerSecond());
        result.put("gemmGflops", gflops);
        result.put("utilisation", operations / (speed.trainStepMs() * 1e6) / gflops);
        result.put("peakRssMb", speed.peakRssMb());
        if (json) {
            console.out().println(new ObjectMapper().writeValueAsString(result));
        } else {
            result.forEach((name, value) ->
                    console.out().printf(Locale.ROOT, "%-18s%.4g%n", name, ((Number) value).doubleValue()));
        }
        return 0;
    }

    /** The paper's: separate weights for each direction, plain readout, a round of 64 time steps every 50 updates. */
    private RunSettings settings() {
        Checks.positive("--batch", batch);
        Checks.positive("--steps", steps);
        NetworkSettings net = network.equals("letf")
                ? new NetworkSettings(network, 64, 4, 3, false, Readout.PLAIN)
                : NetworkSettings.defaults(network);
        SettingsFile file = SettingsFile.of(Defaults.ising().with(net));
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("target.side", side);
        values.put("network.hidden", Objects.requireNonNullElse(hidden, net.hidden()));
        values.put("network.heads", Objects.requireNonNullElse(heads, net.heads()));
        values.put("network.layers", Objects.requireNonNullElse(layers, net.layers()));
        values.put("network.readout", "plain");
        values.put("train.minutes", 0);
        values.put("train.steps", steps);
        values.put("train.batch", batch);
        values.put("train.trajectories", Math.max(2, batch));
        values.put("train.timeSteps", 64);
        values.put("train.horizonGrowth", 0);
        values.put("train.stepsPerRound", Math.max(1, steps / 3));
        values.put("sampling.timeSteps", 64);
        values.put("sampling.batch", batch);
        values.put("device", device);
        values.put("precision", precision);
        values.forEach((key, value) -> file.set(key, value.toString()));
        return file.settings().resolved();
    }
}
