package io.github.dnfs4j.run;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.IOConsumer;
import io.github.dnfs4j.io.durable.Snapshots;
import io.github.dnfs4j.io.format.Array;
import io.github.dnfs4j.io.format.Channels;
import io.github.dnfs4j.io.format.DType;
import io.github.dnfs4j.io.format.ParameterFiles;
import io.github.dnfs4j.io.format.ParseReason;
import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.io.format.Strict;
import io.github.dnfs4j.optim.Resumable;
import io.github.dnfs4j.settings.SavedSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.train.Trainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bytedeco.pytorch.Tensor;

/**
 * One folder that holds a training at one step:
 *
 * <pre>{@code
 * model.safetensors   the averaged weights by name: all that sampling needs. An energy has other files here
 * state.safetensors   raw weights, moments, average and replay buffer: what resuming needs besides
 * progress.json       format, settings, step, seconds, generator
 * }</pre>
 *
 * <p>Of a training by several ranks these are of the first; see {@link RankStates} for the others.
 */
public final class Checkpoint {
    /** Grows when an older program could no longer read what a newer one wrote. */
    static final int FORMAT = 2;

    /** What energies are of that name no format, as they did at first. */
    private static final String OLDEST = "1";

    private static final String STATE = "state.safetensors";
    private static final String PROGRESS = "progress.json";
    private static final String RANKS = "ranks";
    private static final long LONGEST_PROGRESS = 1 << 26;
    static final Map<String, String> META = Map.of("format", String.valueOf(FORMAT));
    private static final ObjectMapper JSON = Strict.json();

    private Checkpoint() {}

    /** Writes a checkpoint of a training, unless there is one of this step already; {@code model} adds its weights. */
    static <P extends Record> void save(
            Snapshots snapshots, Ranks ranks, Record settings, Resumable<P> training, IOConsumer<Path> model)
            throws IOException {
        Optional<Path> newest = ranks.first() ? snapshots.latest() : Optional.empty();
        boolean there = newest.isPresent() && Snapshots.numberOf(newest.get()) >= training.steps();
        if (ranks.largest(there ? 1 : 0) > 0) {
            return;
        }
        byte[] progress = JSON.writeValueAsBytes(training.saved());
        if (!ranks.first()) {
            RankStates.send(ranks, training.tensors(), progress);
            return;
        }
        snapshots.save(training.steps(), folder -> {
            model.accept(folder);
            RankStates.receive(ranks, training.tensors(), folder);
            try (Scope scope = Scope.open()) {
                Safetensors.write(folder.resolve(STATE), ParameterFiles.arrays(training.tensors()), META);
            }
            Map<String, Object> header = new TreeMap<>(Map.of(
                    "format", FORMAT, "settings", SettingsFile.of(settings).yaml(), "progress", training.saved()));
            if (ranks.size() > 1) {
                header.put(RANKS, ranks.size());
            }
            Files.write(folder.resolve(PROGRESS), JSON.writeValueAsBytes(header));
        });
    }

    /** Writes the averaged weights of a flow. */
    static void writeModel(Path folder, Trainer trainer) throws IOException {
        Parameters layout = trainer.flow().net().parameters();
        Safetensors.write(
                folder.resolve(RunFolder.MODEL), ParameterFiles.arrays(layout, trainer.averagedWeights()), META);
    }

    /** Puts the averaged weights of a checkpoint into a network. */
    static void loadWeights(Path folder, Parameters parameters) throws IOException {
        Path file = folder.resolve(RunFolder.MODEL);
        ParameterFiles.fill(file, read(file).tensors(), parameters);
    }

    /** The averaged weights of a checkpoint. */
    static Safetensors.Contents weights(Path folder) throws IOException {
        return read(folder.resolve(RunFolder.MODEL));
    }

    /** Writes the weights of a checkpoint into another folder, rounded to bf16 if so told. */
    static void writeWeights(Safetensors.Contents contents, Path to, Precision precision) throws IOException {
        Map<String, Array> rounded = new TreeMap<>(contents.tensors());
        if (precision == Precision.BF16) {
            rounded.replaceAll((name, array) -> array.dtype() == DType.F32 ? array.rounded() : array);
        }
        Safetensors.write(to.resolve(RunFolder.MODEL), rounded, contents.metadata());
    }

    /** Whether some checkpoint has all that resuming needs. */
    static boolean resumable(Snapshots snapshots) throws IOException {
        return snapshots.list().stream()
                .anyMatch(s -> Files.exists(s.resolve(STATE)) && Files.exists(s.resolve(PROGRESS)));
    }

    /** Puts a training where it was when the newest checkpoint was written; one without any is at its start. */
    @SuppressWarnings("unchecked") // records have no subclasses
    static <P extends Record> void resume(Snapshots snapshots, Ranks ranks, Record settings, Resumable<P> training)
            throws IOException {
        if (!ranks.first()) {
            Optional<byte[]> progress = RankStates.take(ranks, training.tensors());
            if (progress.isPresent()) {
                training.restore(
                        (P) JSON.readValue(progress.get(), training.saved().getClass()));
            }
            return;
        }
        checkRanks(snapshots, ranks);
        List<String> files = new ArrayList<>(List.of(STATE, PROGRESS));
        files.addAll(RankStates.files(ranks));
        String yaml = SettingsFile.of(settings).yaml();
        Optional<Path> resumed = snapshots.read(files, folder -> {
            resume(folder, yaml, training);
            return folder;
        });
        if (resumed.isPresent()) {
            snapshots.forgetAfter(resumed.get());
        }
        RankStates.give(ranks, training.tensors(), resumed);
    }

    /** What one rank has seen cannot be divided among others: it goes on with as many. */
    private static void checkRanks(Snapshots snapshots, Ranks ranks) throws IOException {
        Optional<Path> newest = snapshots.latest().map(folder -> folder.resolve(PROGRESS));
        if (newest.isEmpty() || !Files.isRegularFile(newest.get()) || Files.size(newest.get()) > LONGEST_PROGRESS) {
            return; // what is wrong with it is told when it is read
        }
        int before;
        try {
            before = JSON.readTree(Channels.bytes(newest.get())).path(RANKS).asInt(1);
        } catch (JacksonException unreadable) {
            return;
        }
        if (before != ranks.size()) {
            throw new IllegalArgumentException("this training was begun by "
                    + (before == 1 ? "one process" : before + " processes") + " and goes on with as many, not with "
                    + ranks.size());
        }
    }

    @SuppressWarnings("unchecked") // records have no subclasses
    private static <P extends Record> void resume(Path folder, String settings, Resumable<P> training)
            throws IOException {
        Path header = folder.resolve(PROGRESS);
        try {
            if (Files.size(header) > LONGEST_PROGRESS) {
                throw new FormatException(header, "too long to be a checkpoint's");
            }
            JsonNode tree = JSON.readTree(Channels.bytes(header));
            checkFormat(header, tree.path("format").asText(OLDEST));
            if (!SavedSettings.agree(tree.path("settings").asText(), settings)) {
                throw new FormatException(header, "the settings of the run have changed since this checkpoint");
            }
            P saved =
                    (P) JSON.treeToValue(tree.path("progress"), training.saved().getClass());
            try (Scope scope = Scope.open()) {
                fill(folder.resolve(STATE), training.tensors());
            }
            training.restore(saved);
            if (training.steps() != Snapshots.numberOf(folder)) {
                throw new FormatException(header, "it is not that of this checkpoint: step " + training.steps());
            }
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            throw new FormatException(header, "not a readable checkpoint: " + ParseReason.of(e), e);
        }
    }

    /** Steps left out were not counted by all trainings at first; the counts then stay zero. */
    private static void fill(Path file, Map<String, Tensor> tensors) throws IOException {
        Safetensors.Contents contents = Safetensors.read(file);
        checkFormat(file, contents.metadata().getOrDefault("format", OLDEST));
        Map<String, Array> read = contents.tensors();
        Map<String, Tensor> wanted = new TreeMap<>(tensors);
        wanted.keySet().removeIf(name -> name.endsWith("skipped") && !read.containsKey(name));
        ParameterFiles.fill(file, read, wanted);
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
