package io.github.dnfs4j.train;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.Snapshots;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A target and a network that learns, or has learnt, to sample it. A run folder holds it as {@code config.yaml} and
 * {@code checkpoint/}.
 */
public final class Model implements AutoCloseable {
    private static final String CONFIG = "config.yaml";
    private static final String CHECKPOINT = "checkpoint";

    private final RunSettings settings;
    private final Flow flow;

    private Model(RunSettings settings, Flow flow) {
        this.settings = settings;
        this.flow = flow;
    }

    /** A model with random weights drawn from {@code rng}, on its device. */
    public static Model create(RunSettings settings, Rng rng) {
        return create(settings, settings.target().build(), rng);
    }

    /** The same for a target that is built already, such as one whose data lie in the run folder. */
    static Model create(RunSettings settings, Target built, Rng rng) {
        Target target = settings.train().ratios().of(built);
        RateNet net = settings.network().build(target.space(), settings.target().lattice(), rng);
        return new Model(
                settings,
                new Flow(new AnnealingPath(target), net, settings.precision())
                        .linked(settings.train().link()));
    }

    /** The settings of a run folder. */
    public static RunSettings settings(Path run) throws IOException {
        Path config = run.resolve(CONFIG);
        if (!Files.isDirectory(run)) {
            throw new NoSuchFileException(run.toString(), null, "no such run folder");
        }
        if (!Files.isRegularFile(config)) {
            throw new FormatException(run, "not a run folder: it has no " + CONFIG);
        }
        return SettingsFile.read(config);
    }

    /** Loads the trained model of a run folder, with settings that may differ in what is not the model itself. */
    public static Model load(Path run, RunSettings settings) throws IOException {
        Path newest = snapshots(run).latest().orElseThrow(() -> new FormatException(run, "it has no checkpoint yet"));
        try (Rng rng = Rng.seeded(settings.seed(), settings.hardware())) {
            Model model = create(settings, settings.target().build(run), rng);
            try {
                Checkpoint.loadWeights(newest, model.flow.net().parameters());
            } catch (IOException | RuntimeException e) {
                model.close();
                throw e;
            }
            return model;
        }
    }

    /** Loads the trained model of a run folder. */
    public static Model load(Path run) throws IOException {
        return load(run, settings(run));
    }

    /** The checkpoints of a run folder. */
    public static Snapshots snapshots(Path run) {
        return new Snapshots(run.resolve(CHECKPOINT));
    }

    /** Writes the settings into a run folder. */
    public static void writeSettings(Path run, RunSettings settings) throws IOException {
        SettingsFile.of(settings).write(run.resolve(CONFIG));
    }

    public RunSettings settings() {
        return settings;
    }

    public Flow flow() {
        return flow;
    }

    public Target target() {
        return flow.path().target();
    }

    /** A sampler with exact weights. */
    public FlowSampler sampler() {
        return new FlowSampler(
                settings.sampling().simulator(flow), settings.sampling().batch());
    }

    @Override
    public void close() {
        flow.net().close();
    }
}
