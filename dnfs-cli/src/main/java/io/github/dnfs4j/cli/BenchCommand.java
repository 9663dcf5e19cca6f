package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.bench.Operations;
import io.github.dnfs4j.experiment.bench.ReferenceSpeed;
import io.github.dnfs4j.experiment.bench.SpeedTest;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dnfs bench}: how fast this machine trains and samples, for the paper's network unless told else. */
@Command(
        name = "bench",
        description = "Measures training and sampling speed of a network, the paper's by default, on an Ising lattice.")
final class BenchCommand extends ConsoleCommand {
    @Option(
            names = "--network",
            description = "letf, lemlp, leattn, leconv, lelattice or lepyramid (default: ${DEFAULT-VALUE}).")
    String network = "letf";

    @Option(names = "--side", description = "Sites along each side (default: ${DEFAULT-VALUE}).")
    int side = 10;

    @Option(names = "--hidden", description = "Width (default: 64 for letf, else the network's own).")
    @Nullable
    Integer hidden;

    @Option(
            names = "--heads",
            description = "Attention heads of letf and leattn (default: 4 for letf, else the network's own).")
    @Nullable
    Integer heads;

    @Option(names = "--layers", description = "Layers (default: 3 for letf, else the network's own).")
    @Nullable
    Integer layers;

    @Option(names = "--batch", description = "States in one optimiser step (default: ${DEFAULT-VALUE}).")
    int batch = 128;

    @Option(
            names = "--steps",
            description = "Optimiser steps, a third of them warm-up (default: 15 on the CPU, 576 on CUDA).")
    @Nullable
    Integer steps;

    @Option(names = "--device", description = "cpu, cuda or auto (default: ${DEFAULT-VALUE}).")
    String device = "auto";

    @Option(names = "--precision", description = "fp32 or bf16 (default: ${DEFAULT-VALUE}).")
    String precision = "fp32";

    @Option(
            names = "--against",
            paramLabel = "PYTHON",
            description = "Also time the same network and step in PyTorch (fp32, eager), with this Python.")
    @Nullable
    String against;

    @Mixin
    JsonOption json = new JsonOption();

    BenchCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        RunSettings settings = settings();
        // Before and after: the machine's own speed drifts while it is being measured.
        List<ReferenceSpeed> references = new ArrayList<>();
        if (against != null) {
            references.add(ReferenceSpeed.measure(against, settings, side));
        }
        SpeedTest speed = SpeedTest.measure(settings);
        Map<String, Object> result = describe(settings, speed);
        if (against != null) {
            references.add(ReferenceSpeed.measure(against, settings, side));
            compare(result, speed, references);
        }
        json.print(
                console,
                result,
                () -> result.forEach(
                        (name, value) -> console.out().printf(Locale.ROOT, "%-22s%s%n", name, text(value))));
        return 0;
    }

    private static String text(Object value) {
        return value instanceof Number n ? String.format(Locale.ROOT, "%.4g", n.doubleValue()) : value.toString();
    }

    private Map<String, Object> describe(RunSettings settings, SpeedTest speed) {
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
        return result;
    }

    private static void compare(Map<String, Object> result, SpeedTest speed, List<ReferenceSpeed> references) {
        double step = mean(references, ReferenceSpeed::trainStepMs);
        double forward = mean(references, ReferenceSpeed::forwardMs);
        result.put("referenceTrainStepMs", step);
        result.put("referenceForwardMs", forward);
        result.put("referenceTorch", references.get(0).torch());
        result.put("trainStepRatio", step / speed.trainStepMs());
        result.put("forwardRatio", forward / speed.forwardMs());
    }

    private static double mean(List<ReferenceSpeed> of, ToDoubleFunction<ReferenceSpeed> part) {
        return of.stream().mapToDouble(part).average().orElseThrow();
    }

    /** The paper's: separate weights for each direction, plain readout, a round of 64 time steps every 50 updates. */
    private RunSettings settings() {
        Checks.positive("--batch", batch);
        boolean cuda = Device.parse(device) == Device.CUDA;
        Checks.positive("--steps", steps);
        int count = steps != null ? steps : cuda ? 576 : 15;
        NetworkSettings net = network.equals("letf")
                ? new NetworkSettings.Letf(64, 4, 3, false, Readout.PLAIN, false)
                : NetworkSettings.defaults(network);
        Map<String, String> values = new LinkedHashMap<>();
        TrainOptions.put(values, "target.side", side);
        TrainOptions.put(values, "network.hidden", hidden);
        TrainOptions.put(values, "network.heads", heads);
        TrainOptions.put(values, "network.layers", layers);
        TrainOptions.put(values, "network.readout", "plain");
        TrainOptions.put(values, "train.minutes", 0);
        TrainOptions.put(values, "train.steps", count);
        TrainOptions.put(values, "train.batch", batch);
        TrainOptions.put(values, "train.trajectories", Math.max(2, batch));
        TrainOptions.put(values, "train.timeSteps", 64);
        TrainOptions.put(values, "train.horizonGrowth", 0);
        TrainOptions.put(values, "train.stepsPerRound", cuda ? 64 : Math.max(1, count / 3));
        TrainOptions.put(values, "sampling.by", "steps");
        TrainOptions.put(values, "sampling.timeSteps", 64);
        TrainOptions.put(values, "sampling.batch", batch);
        TrainOptions.put(values, "device", device);
        TrainOptions.put(values, "precision", precision);
        return SettingsFile.of(Defaults.ising().with(net))
                .set(values)
                .settings()
                .resolved();
    }
}
