package io.github.dnfs4j.gfn;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.AtomicDirectory;
import io.github.dnfs4j.io.format.ParameterFiles;
import io.github.dnfs4j.io.format.ParseReason;
import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.io.format.Strict;
import io.github.dnfs4j.run.Kind;
import io.github.dnfs4j.run.RunFolder;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.settings.SavedSettings;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A target and a GFlowNet trained on it; a folder holds it as {@code config.yaml} and {@code model.safetensors}, which a
 * {@link GfnRun} keeps in its checkpoints.
 */
public final class GfnModel implements AutoCloseable {
    private static final String FORMAT = "gfn-1";
    private static final int BATCH = 1024;
    private static final String AUTO = "auto";
    private static final ObjectMapper JSON = Strict.json();

    private final Settings settings;
    private final Target target;
    private final FillPolicy policy;
    private double logZ;
    private Cost training = Cost.NONE;

    GfnModel(Settings settings, Target target, Rng rng) {
        this.settings = settings;
        this.target = target;
        policy = FillPolicy.of(target.space(), settings.gfn, rng);
        logZ = target.space().logSize();
    }

    /** What {@code config.yaml} holds. */
    record Settings(TargetSettings target, GfnSettings gfn, long seed, String device) {
        /** Of a training that is not told where it computes, and whose random numbers the caller has. */
        Settings(TargetSettings target, GfnSettings gfn) {
            this(target, gfn, 1, AUTO);
        }

        Settings withBudget(int steps, double minutes) {
            return new Settings(target, gfn.withBudget(steps, minutes), seed, device);
        }
    }

    /** Trains a new model. */
    public static GfnModel train(
            TargetSettings target, GfnSettings settings, Rng rng, GfnTrainer.Listener listener, BooleanSupplier stop) {
        GfnModel model = new GfnModel(new Settings(target, settings), target.build(), rng);
        try (GfnTrainer trainer = new GfnTrainer(model.target, model.policy, settings, rng)) {
            trainer.run(listener, stop);
            model.take(trainer);
        }
        return model;
    }

    /** Writes a folder, which must be new. */
    public void save(Path folder) throws IOException {
        AtomicDirectory.write(folder, made -> {
            settings.target.store(made);
            RunFolder.write(made, Kind.GFN, settings);
            write(made);
        });
    }

    /** Writes the weights, and what training took. */
    void write(Path folder) throws IOException {
        Parameters weights = policy.parameters();
        Map<String, String> about = Map.of(
                "format", FORMAT,
                "logZ", String.valueOf(logZ),
                "training", JSON.writeValueAsString(training));
        Safetensors.write(folder.resolve(RunFolder.MODEL), ParameterFiles.arrays(weights, weights.values()), about);
    }

    /** Takes over what a trainer of its policy has reached. */
    void take(GfnTrainer trainer) {
        logZ = trainer.logZ();
        training = trainer.cost();
    }

    /** Loads what {@link #save} or a {@link GfnRun} wrote, onto the device of {@code rng}. */
    public static GfnModel load(Path folder, Rng rng) throws IOException {
        RunFolder run = RunFolder.of(folder, Kind.GFN);
        if (Files.exists(folder.resolve(Kind.OLD_GFN))) {
            return load(folder.resolve(Kind.OLD_GFN), null, rng);
        }
        return run.trained(List.of(RunFolder.MODEL), from -> load(from.resolve(RunFolder.MODEL), run, rng));
    }

    private static GfnModel load(Path file, @Nullable RunFolder run, Rng rng) throws IOException {
        Safetensors.Contents contents = contents(file);
        Map<String, String> meta = contents.metadata();
        try (Scope scope = Scope.open()) {
            GfnModel model = run == null ? untrained(meta, rng) : untrained(run.home(), rng);
            model.take(file, contents);
            model.training = JSON.readValue(meta.getOrDefault("training", ""), Cost.class);
            return model;
        } catch (JacksonException | IllegalArgumentException e) {
            throw new FormatException(file, "not a readable GFlowNet: " + ParseReason.of(e), e);
        }
    }

    private static Safetensors.Contents contents(Path file) throws IOException {
        Safetensors.Contents contents = Safetensors.read(file);
        if (!FORMAT.equals(contents.metadata().get("format"))) {
            throw new FormatException(file, "not a GFlowNet of dnfs4j that this program knows");
        }
        return contents;
    }

    /** The weights in a folder. */
    static Safetensors.Contents read(Path folder) throws IOException {
        return contents(folder.resolve(RunFolder.MODEL));
    }

    /** Takes over the weights and the trained log Z of a file. */
    void take(Path file, Safetensors.Contents contents) throws IOException {
        ParameterFiles.fill(file, contents.tensors(), policy.parameters());
        logZ = Double.parseDouble(contents.metadata().getOrDefault("logZ", "NaN"));
    }

    /** The network and training of a folder. */
    public static GfnSettings gfn(Path folder) throws IOException {
        return settings(folder).gfn();
    }

    /** The settings of a folder; older ones had neither seed nor device. */
    static Settings settings(Path folder) throws IOException {
        Map<String, ?> older = Map.of("", Map.of("seed", 1, "device", AUTO));
        return RunFolder.of(folder, Kind.GFN).settings(Settings.class, older);
    }

    private static GfnModel untrained(Path folder, Rng rng) throws IOException {
        Settings settings = settings(folder);
        return new GfnModel(settings, settings.target.build(folder), rng);
    }

    /** Older versions kept the settings beside the weights. */
    private static GfnModel untrained(Map<String, String> meta, Rng rng) throws JacksonException {
        JsonNode told = JSON.readTree(meta.getOrDefault("target", ""));
        SavedSettings.completeTarget(told);
        TargetSettings target = JSON.readerFor(TargetSettings.class)
                .with(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
                .readValue(told.toString());
        GfnSettings gfn = JSON.readValue(meta.getOrDefault("settings", ""), GfnSettings.class);
        return new GfnModel(new Settings(target, gfn), target.build(), rng);
    }

    FillPolicy policy() {
        return policy;
    }

    public TargetSettings targetSettings() {
        return settings.target;
    }

    public Target target() {
        return target;
    }

    /** The trained scalar. */
    public double logZ() {
        return logZ;
    }

    /** What training took. */
    public Cost training() {
        return training;
    }

    public GfnSampler sampler() {
        return new GfnSampler(policy, target, BATCH);
    }

    @Override
    public void close() {
        policy.close();
        Target.close(target);
    }
}
