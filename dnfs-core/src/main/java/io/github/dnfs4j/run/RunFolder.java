package io.github.dnfs4j.run;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.Durable;
import io.github.dnfs4j.io.durable.FolderLock;
import io.github.dnfs4j.io.durable.IOConsumer;
import io.github.dnfs4j.io.durable.NewFolder;
import io.github.dnfs4j.io.durable.Snapshots;
import io.github.dnfs4j.optim.Resumable;
import io.github.dnfs4j.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder in which something was trained, of whatever {@link Kind}:
 *
 * <pre>{@code
 * config.yaml             the kind and all settings
 * target.*                what the target needs besides
 * init.safetensors        the weights that it began with, where they come from another model
 * metrics.jsonl           how training went, and events.out.tfevents.* for TensorBoard
 * checkpoint/NUMBER/      while it trains: weights, state.safetensors, progress.json, SHA256SUMS
 * model.safetensors       the weights of an exported or finished model, which needs no checkpoint
 * .lock                   held by the process that trains
 * }</pre>
 *
 * <p>A model is named by its run folder, of which the newest checkpoint counts, by the folder of one checkpoint, or by
 * that of an exported one.
 *
 * @param home the folder of the settings
 * @param weights the folder of the weights, where it is not that of the newest checkpoint
 */
public record RunFolder(Path home, @Nullable Path weights) {
    static final String CONFIG = "config.yaml";
    /** The weights of a model. */
    public static final String MODEL = "model.safetensors";

    private static final String CHECKPOINT = "checkpoint";
    private static final String TARGET = "target.";

    /** The folder of a model, which must be of a kind. */
    public static RunFolder of(Path folder, Kind kind) throws IOException {
        RunFolder found = of(folder);
        if (found.kind() != kind) {
            throw new FormatException(folder, "it holds " + found.kind().title() + ", not " + kind.title());
        }
        return found;
    }

    /** The folder of a model of any kind. */
    public static RunFolder of(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(folder.toString(), null, "no such run folder");
        }
        boolean weights = Files.isRegularFile(folder.resolve(MODEL));
        if (Files.isRegularFile(folder.resolve(CONFIG)) || Files.isRegularFile(folder.resolve(Kind.OLD_GFN))) {
            return new RunFolder(folder, weights ? folder : null);
        }
        Path above = folder.toAbsolutePath().normalize().getParent();
        Path run = above == null ? null : above.getParent();
        if (weights && run != null && Files.isRegularFile(run.resolve(CONFIG))) {
            return new RunFolder(run, folder);
        }
        throw new FormatException(folder, "not a run folder: it has no " + CONFIG);
    }

    public Kind kind() throws IOException {
        return Kind.of(home);
    }

    /** Whether there are weights that need no checkpoint. */
    public boolean hasModel() {
        return home.equals(weights);
    }

    /** The settings; what the named branches lack, because an older version did not know it, is as given here. */
    public <T extends Record> T settings(Class<T> type, Map<String, ?> older) throws IOException {
        return SettingsFile.read(type, home.resolve(CONFIG), older);
    }

    /** Writes the settings of a folder. */
    public static void write(Path folder, Kind kind, Record settings) throws IOException {
        SettingsFile.of(settings).write(folder.resolve(CONFIG), kind.toString());
    }

    /** The checkpoints of a run folder. */
    public static Snapshots snapshots(Path run) {
        return new Snapshots(run.resolve(CHECKPOINT));
    }

    /** Reads files of the trained model; fails where nothing was trained yet. */
    public <T> T trained(Collection<String> files, Snapshots.Reading<T> reading) throws IOException {
        return weights != null
                ? reading.from(weights)
                : snapshots(home)
                        .read(files, reading)
                        .orElseThrow(() -> new FormatException(home, "it has no checkpoint yet"));
    }

    /** What trains in a folder, for as long as it holds the lock. */
    @FunctionalInterface
    public interface Opening<T> {
        T with(FolderLock lock) throws IOException;
    }

    /** Begins a run in a folder that must not exist yet; if that fails, no folder is left behind. */
    public static <T> T create(
            Path folder, Kind kind, Record settings, IOConsumer<Path> beside, NewFolder.Beginning<T> work)
            throws IOException {
        return NewFolder.begin(
                folder,
                made -> {
                    beside.accept(made);
                    write(made, kind, settings);
                },
                work);
    }

    /** Opens a folder for training, as the only process that does, and removes what a killed one left. */
    public static <T> T open(Path folder, Opening<T> opening) throws IOException {
        checkOwn(folder);
        FolderLock lock = FolderLock.take(folder);
        try {
            Durable.clean(folder);
            snapshots(folder).clean();
            return opening.with(lock);
        } catch (IOException | RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    /** Refuses a folder, maybe of others, in which some name leads elsewhere: a training would write or wait there. */
    private static void checkOwn(Path folder) throws IOException {
        List<Path> names;
        try (Stream<Path> all = Files.list(folder)) {
            names = all.sorted().toList();
        }
        for (Path name : names) {
            if (Files.isSymbolicLink(name)) {
                throw new FormatException(
                        name,
                        "is a link; a training writes only into its own folder: put there what it leads to, or remove it");
            }
            if (!Files.isRegularFile(name) && !Files.isDirectory(name)) {
                throw new FormatException(name, "not a regular file");
            }
        }
    }

    /** Refuses a folder with a model and no checkpoint: a training in it would begin again, and nobody would load what it makes. */
    public static void checkGoesOn(Path folder) throws IOException {
        if (Files.isRegularFile(folder.resolve(MODEL)) && !Checkpoint.resumable(snapshots(folder))) {
            throw new IllegalArgumentException(
                    folder + " holds a model without a checkpoint, so there is nothing to resume");
        }
    }

    /**
     * Opens a folder for a training that goes on from its newest checkpoint up to a larger budget, which its settings have from
     * then on. Schedules run over the whole of it, so that the learning rate of a finished training rises again.
     *
     * @param longer the settings with that budget, with which {@code opening} opens the training
     * @param outdated removes what was said of the shorter training, before its settings change
     */
    public static <T extends Training> T prolong(
            Path folder, Kind kind, Record longer, Opening<T> opening, IOConsumer<Path> outdated) throws IOException {
        return open(folder, lock -> {
            checkGoesOn(folder);
            T run = opening.with(lock);
            try {
                Resumable<?> trainer = run.trainer();
                if (trainer.progress() >= 1) {
                    throw new IllegalArgumentException(String.format(
                            Locale.ROOT,
                            "%s has trained for %,d steps and %.2f minutes already; give a larger budget",
                            folder,
                            trainer.steps(),
                            trainer.seconds() / 60));
                }
                outdated.accept(folder);
                write(folder, kind, longer);
                return run;
            } catch (IOException | RuntimeException e) {
                run.close();
                throw e;
            }
        });
    }

    /** Copies what lies beside the settings: what the target needs. */
    void copyBeside(Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(home)) {
            files = all.filter(file -> String.valueOf(file.getFileName()).startsWith(TARGET))
                    .toList();
        }
        for (Path file : files) {
            Files.copy(file, to.resolve(String.valueOf(file.getFileName())));
        }
    }
}
