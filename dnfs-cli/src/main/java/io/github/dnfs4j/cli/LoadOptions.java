package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.result.Models;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.target.StateSpace;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which trained model to load, and how to draw from it where that differs from its run's settings. */
public final class LoadOptions {
    @Parameters(
            index = "0",
            paramLabel = "DIR|NAME",
            description = "Run folder of a training, one of its checkpoints, or a model of dnfs models.")
    @SuppressWarnings("NullAway.Init")
    public String run;

    @Option(
            names = "--cells",
            paramLabel = "K",
            description = "Paths by exact jumps, the network's time standing still in each of K cells.")
    @Nullable
    Integer cells;

    @Option(
            names = "--time-steps",
            paramLabel = "K",
            description =
                    "Paths by K steps in place of jumps: the paper's weights, and exact ones that need many steps.")
    @Nullable
    Integer timeSteps;

    @Option(names = "--batch", description = "Paths simulated at once.")
    @Nullable
    Integer batch;

    @Mixin
    SamplingOptions sampling = new SamplingOptions();

    @Option(names = "--seed", description = "Of the sampling (default: the run's).")
    @Nullable
    Long seed;

    @Option(names = "--device", description = "cpu, cuda or auto (default: the run's).")
    @Nullable
    String device;

    /** Where the model lies. */
    public Path folder() throws IOException {
        return Models.sampler(run);
    }

    /** The run's settings under these options. */
    public RunSettings settings() throws IOException {
        SettingsFile<RunSettings> file = SettingsFile.of(Model.settings(folder()));
        sampling.values().forEach(file::set);
        if (cells != null && timeSteps != null) {
            throw new IllegalArgumentException("--cells are of jumps, --time-steps of steps: give one of them");
        }
        if (cells != null) {
            set(file, "sampling.by", "jumps");
            set(file, "sampling.cells", Checks.cells(cells));
        }
        if (timeSteps != null) {
            set(file, "sampling.by", "steps");
            set(file, "sampling.timeSteps", Checks.positive("--time-steps", timeSteps));
        }
        set(file, "sampling.batch", Checks.positive("--batch", batch));
        set(file, "seed", seed);
        set(file, "device", device);
        RunSettings settings = file.settings();
        settings.hardware(); // says so if there is none
        if (!sampling.set.isEmpty()) {
            TargetSettings target = settings.target();
            sampling.checkUsed(settings.sampling().byJumps(new StateSpace(target.sites(), target.states())));
        }
        return settings;
    }

    private static void set(SettingsFile<RunSettings> file, String key, @Nullable Object value) {
        if (value != null) {
            file.set(key, value.toString());
        }
    }
}
