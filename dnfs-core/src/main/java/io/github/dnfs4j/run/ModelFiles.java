package io.github.dnfs4j.run;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.Snapshots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where a trained model lies. All three have the settings in {@code config.yaml}, and beside it, under names that begin
 * with {@code target.}, what the target needs:
 *
 * <pre>{@code
 * RUN/config.yaml    RUN/checkpoint/NUMBER/model.safetensors   a run folder: the newest checkpoint counts
 * RUN/config.yaml    CHECKPOINT/model.safetensors              one of its checkpoints, by its own folder
 * MODEL/config.yaml  MODEL/model.safetensors                   an exported model
 * }</pre>
 *
 * @param home the folder of the settings
 * @param weights the folder of the weights; null where nothing was trained yet
 */
record ModelFiles(Path home, @Nullable Path weights) {
    static final String CONFIG = "config.yaml";
    static final String CHECKPOINT = "checkpoint";
    private static final String TARGET = "target.";

    static ModelFiles of(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(folder.toString(), null, "no such run folder");
        }
        boolean weights = Files.isRegularFile(folder.resolve(Checkpoint.MODEL));
        if (Files.isRegularFile(folder.resolve(CONFIG))) {
            Path newest = new Snapshots(folder.resolve(CHECKPOINT)).latest().orElse(null);
            return new ModelFiles(folder, weights ? folder : newest);
        }
        Path above = folder.toAbsolutePath().normalize().getParent();
        Path run = above == null ? null : above.getParent();
        if (weights && run != null && Files.isRegularFile(run.resolve(CONFIG))) {
            return new ModelFiles(run, folder);
        }
        throw new FormatException(folder, "not a run folder: it has no " + CONFIG);
    }

    /** The folder of the weights, which must be there. */
    Path trained() throws FormatException {
        if (weights == null) {
            throw new FormatException(home, "it has no checkpoint yet");
        }
        return weights;
    }

    /** Copies what lies beside the settings: what the target needs. */
    void copyBeside(Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(home)) {
            files = all.filter(ModelFiles::goesAlong).toList();
        }
        for (Path file : files) {
            Files.copy(file, to.resolve(String.valueOf(file.getFileName())));
        }
    }

    private static boolean goesAlong(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.startsWith(TARGET);
    }
}
