package io.github.dnfs4j.run;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.Snapshots;
import io.github.dnfs4j.io.format.Array;
import io.github.dnfs4j.io.format.DType;
import io.github.dnfs4j.io.format.ParameterFiles;
import io.github.dnfs4j.io.format.ParseReason;
import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SavedSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.train.Progress;
import io.github.dnfs4j.train.Trainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * One folder that holds a run at one step:
 *
 * <pre>{@code
 * model.safetensors   the averaged weights by name: all that sampling needs
 * state.safetensors   raw weights, moments, average and replay buffer: what resuming needs besides
 * progress.json       format, settings, step, seconds, generator
 * }</pre>
 */
public final class Checkpoint {
    /** Grows when an older program could no longer read what a newer one wrote. */
    static final int FORMAT = 3;

    static final String MODEL = "model.safetensors";
    private static final String STATE = "state.safetensors";
    private static final String PROGRESS = "progress.json";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The file progress.json. */
    private record Header(int format, String settings, Progress progress) {}

    private Checkpoint() {}

    /** Writes a snapshot of the trainer, unless there is one of this step already. */
    public static void save(Snapshots snapshots, RunSettings settings, Trainer trainer) throws IOException {
        save(snapshots, SettingsFile.of(settings).yaml(), trainer);
    }

    /** The same with settings of any kind, as text. */
    public static void save(Snapshots snapshots, String settings, Trainer trainer) throws IOException {
        var newest = snapshots.latest();
        if (newest.isPresent() && Snapshots.numberOf(newest.get()) >= trainer.steps()) {
            return;
        }
        snapshots.save(trainer.steps(), folder -> {
            try (Scope scope = Scope.open()) {
                Map<String, Array> state = ParameterFiles.arrays(trainer.tensors());
                Parameters layout = trainer.flow().net().parameters();
                Map<String, String> format = Map.of("format", String.valueOf(FORMAT));
                Safetensors.write(
                        folder.resolve(MODEL), ParameterFiles.arrays(layout, trainer.averagedWeights()), format);
                Safetensors.write(folder.resolve(STATE), state, format);
                Files.write(
                        folder.resolve(PROGRESS),
                        JSON.writeValueAsBytes(new Header(FORMAT, settings, trainer.saved())));
            }
        });
    }

    /** Puts the averaged weights of a checkpoint into a network. */
    public static void loadWeights(Path folder, Parameters parameters) throws IOException {
        Path file = folder.resolve(MODEL);
        ParameterFiles.fill(file, read(file).tensors(), parameters);
    }

    /** Copies the weights of a checkpoint into another folder, rounded to bf16 if so told. */
    static void copyWeights(Path from, Path to, Precision precision) throws IOException {
        Safetensors.Contents contents = read(from.resolve(MODEL));
        Map<String, Array> rounded = new TreeMap<>(contents.tensors());
        if (precision == Precision.BF16) {
            rounded.replaceAll((name, array) -> array.dtype() == DType.F32 ? array.rounded() : array);
        }
        Safetensors.write(to.resolve(MODEL), rounded, contents.metadata());
    }

    /** Puts a trainer where it was when the checkpoint was written. */
    static void resume(Path folder, RunSettings settings, Trainer trainer) throws IOException {
        resume(folder, SettingsFile.of(settings).yaml(), trainer);
    }

    /** The same with settings of any kind, as text. */
    public static void resume(Path folder, String settings, Trainer trainer) throws IOException {
        Path header = folder.resolve(PROGRESS);
        Path state = folder.resolve(STATE);
        try {
            JsonNode tree = JSON.readTree(header.toFile());
            checkFormat(header, tree.path("format").asText());
            Header read = JSON.treeToValue(tree, Header.class);
            if (!SavedSettings.agree(read.settings(), settings)) {
                throw new FormatException(header, "the settings of the run have changed since this checkpoint");
            }
            try (Scope scope = Scope.open()) {
                ParameterFiles.fill(state, read(state).tensors(), trainer.tensors());
            }
            trainer.restore(read.progress());
        } catch (JacksonException e) {
            throw new FormatException(header, "not a readable checkpoint: " + ParseReason.of(e), e);
        }
    }

    private static Safetensors.Contents read(Path file) throws IOException {
        Safetensors.Contents contents = Safetensors.read(file);
        checkFormat(file, contents.metadata().getOrDefault("format", ""));
        return contents;
    }

    private static void checkFormat(Path file, String format) throws FormatException {
        if (!format.matches("[0-9]{1,9}")) {
            throw new FormatException(file, "not a checkpoint of dnfs4j: it names no format");
        }
        if (Integer.parseInt(format) > FORMAT) {
            throw new FormatException(
                    file, "written by a newer version: format " + format + ", this program knows up to " + FORMAT);
        }
    }
}
