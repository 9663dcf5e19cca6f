package io.github.dnfs4j.run;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.io.durable.AtomicDirectory;
import io.github.dnfs4j.io.durable.IOConsumer;
import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.settings.FamilySettings;
import io.github.dnfs4j.settings.OwnTarget;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A target and a network that learns, or has learnt, to sample it. A run folder holds it as {@code config.yaml} and
 * {@code checkpoint/}, an exported one as {@code config.yaml} and {@code model.safetensors}.
 */
public final class Model implements AutoCloseable {
    private final RunSettings settings;
    private final Flow flow;

    /** The target, where it was built for this model and nobody else closes it. */
    private final @Nullable Target toClose;

    private Model(RunSettings settings, Flow flow, @Nullable Target toClose) {
        this.settings = settings;
        this.flow = flow;
        this.toClose = toClose;
    }

    /** A model with random weights drawn from {@code rng}, on its device. */
    public static Model create(RunSettings settings, Rng rng) {
        return create(settings, settings.target().build(), true, rng);
    }

    /** A model with random weights for a target that is built already, and that its maker closes. */
    public static Model create(RunSettings settings, Target built, Rng rng) {
        return create(settings, built, false, rng);
    }

    /** A model with random weights, which closes its target with itself or leaves it open. */
    static Model create(RunSettings settings, Target built, boolean closes, Rng rng) {
        Target target = settings.train().ratios().of(built);
        RateNet net = settings.network().build(target, rng);
        return new Model(
                settings,
                new Flow(new AnnealingPath(target), net, settings.precision())
                        .linked(settings.train().link()),
                closes ? built : null);
    }

    /** The settings of a run folder, of one of its checkpoints, or of an exported model. */
    public static RunSettings settings(Path run) throws IOException {
        Map<String, ?> older = Map.of("train", TrainSettings.DEFAULT, "sampling", SamplingSettings.DEFAULT);
        return RunFolder.of(run, Kind.FLOW).settings(RunSettings.class, older);
    }

    /** Loads the trained model of a folder, with settings that may differ in what is not the model itself. */
    public static Model load(Path run, RunSettings settings) throws IOException {
        return load(
                run,
                settings,
                settings.target().build(RunFolder.of(run, Kind.FLOW).home()),
                true);
    }

    /**
     * Loads the trained model of a folder whose target is an object of this program, which stays open when the model is
     * closed; see {@link OwnTarget}.
     */
    public static Model load(Path run, Target target) throws IOException {
        RunSettings settings = settings(run);
        return load(run, settings, own(settings, target), false);
    }

    /**
     * Loads the trained model of a folder for another instance of the family that it was trained for, which its maker
     * closes.
     */
    public static Model load(Path run, RunSettings settings, Target instance) throws IOException {
        if (!(settings.target() instanceof FamilySettings)) {
            throw new IllegalArgumentException(
                    run + " was trained for " + settings.target().title()
                            + " alone; only models of glasses, of dnfs train glass, take another target");
        }
        return load(run, settings, instance, false);
    }

    /** The target of a run, given as an object where the settings cannot build it. */
    static Target own(RunSettings settings, Target target) {
        if (settings.target() instanceof OwnTarget own) {
            return own.checked(target);
        }
        throw new IllegalArgumentException("the target of this run is "
                + settings.target().kind() + ", which its settings build; none can be given to it");
    }

    private static Model load(Path run, RunSettings settings, Target target, boolean closes) throws IOException {
        RunFolder files = RunFolder.of(run, Kind.FLOW);
        try (Rng rng = Rng.seeded(settings.seed(), settings.hardware())) {
            Model model = create(settings, target, closes, rng);
            try {
                files.trained(List.of(RunFolder.MODEL), weights -> {
                    Checkpoint.loadWeights(weights, model.flow.net().parameters());
                    return weights;
                });
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

    /** Writes what sampling needs, and no more, into a new folder. */
    public static void export(Path run, RunSettings settings, Precision weights, Path model) throws IOException {
        export(run, settings, weights, model, folder -> {});
    }

    /**
     * Writes what sampling needs into a new folder: weights, rounded to bf16 if so told, and settings that fit any
     * machine, under which the network computes in fp32.
     *
     * @param beside what else belongs to the model, written into the folder before it has its name
     */
    public static void export(Path run, RunSettings settings, Precision weights, Path model, IOConsumer<Path> beside)
            throws IOException {
        RunFolder files = RunFolder.of(run, Kind.FLOW);
        RunSettings anywhere = SettingsFile.of(settings)
                .set("device", "auto")
                .set("precision", Precision.FP32.toString())
                .settings();
        AtomicDirectory.write(model, folder -> {
            RunFolder.write(folder, Kind.FLOW, anywhere);
            files.copyBeside(folder);
            // Written only when it is read: a disk that is full is no reason to take an older checkpoint.
            Safetensors.Contents trained = files.trained(List.of(RunFolder.MODEL), Checkpoint::weights);
            Checkpoint.writeWeights(trained, folder, weights);
            beside.accept(folder);
        });
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
        SamplingSettings s = settings.sampling();
        return new FlowSampler(s.simulator(flow), s.batch());
    }

    @Override
    public void close() {
        flow.close();
        if (toClose != null) {
            Target.close(toClose);
        }
    }
}
