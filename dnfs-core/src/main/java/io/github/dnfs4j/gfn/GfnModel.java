package io.github.dnfs4j.gfn;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.Array;
import io.github.dnfs4j.io.format.ParameterFiles;
import io.github.dnfs4j.io.format.ParseReason;
import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.io.format.TensorArrays;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** A target and a GFlowNet trained on it; a folder holds it as one file, settings included. */
public final class GfnModel implements AutoCloseable {
    private static final String FILE = "gfn.safetensors";
    private static final String FORMAT = "gfn-1";
    private static final int BATCH = 1024;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final TargetSettings targetSettings;
    private final GfnSettings settings;
    private final Target target;
    private final FillPolicy policy;
    private double logZ;
    private Cost training = Cost.NONE;

    private GfnModel(TargetSettings targetSettings, GfnSettings settings, Rng rng) {
        this.targetSettings = targetSettings;
        this.settings = settings;
        target = targetSettings.build();
        policy = FillPolicy.of(target.space(), settings, rng);
        logZ = target.space().logSize();
    }

    /** Trains a new model. */
    public static GfnModel train(
            TargetSettings target, GfnSettings settings, Rng rng, GfnTrainer.Listener listener, BooleanSupplier stop) {
        GfnModel model = new GfnModel(target, settings, rng);
        try (GfnTrainer trainer = new GfnTrainer(model.target, model.policy, settings, rng)) {
            trainer.run(listener, stop);
            model.logZ = trainer.logZ();
            model.training = trainer.cost();
        }
        return model;
    }

    public void save(Path folder) throws IOException {
        Files.createDirectories(folder);
        Map<String, Array> tensors = new TreeMap<>();
        try (Scope scope = Scope.open()) {
            policy.parameters()
                    .slices(policy.parameters().values())
                    .forEach((name, slice) -> tensors.put(name, TensorArrays.of(slice)));
        }
        Safetensors.write(
                folder.resolve(FILE),
                tensors,
                Map.of(
                        "format", FORMAT,
                        "target", JSON.writerFor(TargetSettings.class).writeValueAsString(targetSettings),
                        "settings", JSON.writeValueAsString(settings),
                        "logZ", String.valueOf(logZ),
                        "training", JSON.writeValueAsString(training)));
    }

    /** Loads what {@link #save} wrote, onto the device of {@code rng}. */
    public static GfnModel load(Path folder, Rng rng) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            throw new NoSuchFileException(folder.toString(), null, "no GFlowNet: it has no " + FILE);
        }
        Safetensors.Contents contents = Safetensors.read(file);
        Map<String, String> meta = contents.metadata();
        if (!FORMAT.equals(meta.get("format"))) {
            throw new FormatException(file, "not a GFlowNet of dnfs4j that this program knows");
        }
        try (Scope scope = Scope.open()) {
            TargetSettings target = JSON.readValue(meta.getOrDefault("target", ""), TargetSettings.class);
            GfnModel model =
                    new GfnModel(target, JSON.readValue(meta.getOrDefault("settings", ""), GfnSettings.class), rng);
            model.logZ = Double.parseDouble(meta.getOrDefault("logZ", "NaN"));
            model.training = JSON.readValue(meta.getOrDefault("training", ""), Cost.class);
            ParameterFiles.fill(file, contents.tensors(), model.policy.parameters());
            return model;
        } catch (JacksonException e) {
            throw new FormatException(file, "not a readable GFlowNet: " + ParseReason.of(e), e);
        } catch (IllegalArgumentException e) {
            throw new FormatException(file, "not a readable GFlowNet: " + e.getMessage(), e);
        }
    }

    public TargetSettings targetSettings() {
        return targetSettings;
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
        if (target instanceof NeuralEnergy energy) {
            energy.close();
        }
    }
}
