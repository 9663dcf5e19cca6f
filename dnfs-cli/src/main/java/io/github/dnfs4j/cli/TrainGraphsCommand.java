package io.github.dnfs4j.cli;

import io.github.dnfs4j.combopt.AmortisedModel;
import io.github.dnfs4j.combopt.AmortisedSettings;
import io.github.dnfs4j.experiment.Console;
import io.github.dnfs4j.experiment.GraphTraining;
import io.github.dnfs4j.experiment.RunFolders;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Device;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code dnfs train mis} and {@code dnfs train maxcut}. */
@Command(
        description = "A solver of this problem for all graphs of a family, log p = -beta E.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false)
final class TrainGraphsCommand implements Callable<Integer> {

    @Option(
            names = "--graphs",
            required = true,
            paramLabel = "FAMILY",
            description = "er:SIZES[:P], ba:SIZES[:M] or rb:SIZES[:P], for instance er:16-20.")
    @SuppressWarnings("NullAway.Init")
    String graphs;

    @Option(names = "--count", description = "Training graphs (default: 1000).")
    @Nullable
    Integer count;

    @Option(names = "--minutes", paramLabel = "M", description = "Train for this long (default: 4).")
    @Nullable
    Double minutes;

    @Option(names = "--steps", paramLabel = "N", description = "Train for this many optimiser steps instead.")
    @Nullable
    Integer steps;

    @Option(names = "--hidden", description = "Width of the network (default: 32).")
    @Nullable
    Integer hidden;

    @Option(names = "--heads", description = "Attention heads (default: 2).")
    @Nullable
    Integer heads;

    @Option(names = "--layers", description = "Blocks in each direction (default: 2).")
    @Nullable
    Integer layers;

    @Option(names = "--readout", description = "What the last layer sees: energy or plain (default: energy).")
    @Nullable
    String readout;

    @Option(names = "--batch", description = "States in one optimiser step (default: 128).")
    @Nullable
    Integer batch;

    @Option(names = "--learning-rate", description = "The largest one (default: 0.003).")
    @Nullable
    Double learningRate;

    @Option(names = "--beta", description = "Inverse temperature at the end of the path (default: 5).")
    @Nullable
    Double beta;

    @Option(names = "--feasible", description = "For mis: states are independent sets at all times.")
    boolean feasible;

    @Option(
            names = "--annealing",
            description = "How the inverse temperature grows over training: linear, or adaptive on loss plateaus"
                    + " (default: linear).")
    @Nullable
    String annealing;

    @Option(names = "--device", description = "cpu, cuda or auto (default: ${DEFAULT-VALUE}).")
    String device = "auto";

    @Option(names = "--precision", description = "Of the network: fp32 or bf16 (default: fp32).")
    @Nullable
    String precision;

    @Option(names = "--seed", description = "Of graphs, weights and training (default: 1).")
    @Nullable
    Long seed;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Any single setting, such as train.ema=0.99.")
    Map<String, String> set = new LinkedHashMap<>();

    @Option(names = "--out", paramLabel = "DIR", description = "Folder of the model, which must be new.")
    @Nullable
    Path out;

    private final Console console;
    private final GraphProblem problem;

    TrainGraphsCommand(Console console, GraphProblem problem) {
        this.console = console;
        this.problem = problem;
    }

    @Override
    public Integer call() throws IOException {
        AmortisedSettings settings = settings();
        Device on = Device.parse(device);
        if (out != null && Files.exists(out, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(out.toString(), null, "already exists; name another folder");
        }
        String name = problem + "-" + graphs.replace(':', '-');
        Path folder =
                out != null ? out : RunFolders.fresh(Path.of("runs"), name, LocalDateTime.now(ZoneId.systemDefault()));
        GraphTraining.Outcome outcome = new GraphTraining(console).run(settings, on);
        try (AmortisedModel model = outcome.model()) {
            outcome.write(folder);
        }
        console.say("model:   " + folder);
        console.say("next:    " + Console.command() + " graphs evaluate --model " + folder);
        console.say("         " + Console.command() + " solve " + problem + " FILE --model " + folder);
        return outcome.exitCode();
    }

    private AmortisedSettings settings() {
        if (minutes != null && steps != null) {
            throw new IllegalArgumentException("--minutes or --steps, not both");
        }
        Map<String, String> values = new LinkedHashMap<>();
        if (minutes != null || steps != null) {
            values.put("train.minutes", String.valueOf(minutes == null ? 0 : minutes));
            values.put("train.steps", String.valueOf(steps == null ? 0 : steps));
        }
        TrainOptions.put(values, "count", count);
        TrainOptions.put(values, "network.hidden", hidden);
        TrainOptions.put(values, "network.heads", heads);
        TrainOptions.put(values, "network.layers", layers);
        TrainOptions.put(values, "network.readout", readout);
        TrainOptions.put(values, "train.batch", batch);
        TrainOptions.put(values, "train.learningRate", learningRate);
        TrainOptions.put(values, "beta", beta);
        TrainOptions.put(values, "annealing", annealing);
        TrainOptions.put(values, "feasible", feasible ? true : null);
        TrainOptions.put(values, "precision", precision);
        TrainOptions.put(values, "seed", seed);
        values.putAll(set);
        return AmortisedSettings.defaults(problem, graphs).with(values);
    }
}
