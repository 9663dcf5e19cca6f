package io.github.dnfs4j.io.format;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.io.durable.Durable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Samples for other tools, in the format the file's name asks for.
 *
 * <pre>
 * .npy   uint8 [count, sites], or [count, rows, columns] of lattices, int8 of -1 and +1 for spins; log weights beside it in NAME.logw.npy, float64 [count]
 * .csv   header x0,x1,...[,logw], then one row a state
 * .json  {"states": [[...], ...], "logWeights": [...]}; a log weight that is not finite is null
 * </pre>
 *
 * Nothing is ever overwritten, and each file appears whole or not at all.
 */
public final class SampleWriter {
    private SampleWriter() {}

    /** Says what would make {@link #write} fail, before the samples are paid for. */
    public static void check(Path file, boolean weighted) throws IOException {
        if (!List.of("npy", "csv", "json").contains(extension(file))) {
            throw new FormatException(file, "cannot tell the format from the name; it must end in .npy, .csv or .json");
        }
        if (!Files.isDirectory(Durable.parent(file))) {
            throw new NoSuchFileException(file.toString(), null, "its folder does not exist");
        }
        for (Path output : files(file, weighted)) {
            if (Files.exists(output, LinkOption.NOFOLLOW_LINKS) && (output.equals(file) || !half(file, output))) {
                throw new FileAlreadyExistsException(output.toString(), null, "already exists and is not overwritten");
            }
        }
    }

    /** Writes states and their log weights if any, and returns the files that were written. */
    public static List<Path> write(Path file, SampleTable table) throws IOException {
        boolean weighted = table.logWeights() != null;
        check(file, weighted);
        switch (extension(file)) {
            case "npy" -> writeNpy(file, table);
            case "csv" -> AtomicFile.write(file, (Path temporary) -> table.writeCsv(temporary));
            default -> AtomicFile.write(file, table::writeJson);
        }
        return files(file, weighted);
    }

    /** Writes the CSV form to a stream, which stays open. */
    public static void csv(Appendable out, SampleTable table) throws IOException {
        table.writeCsv(out);
    }

    /**
     * Weights first: once the states are there, so is all that belongs to them. Weights without states are half of a
     * writing that was killed, as the states beside them under a temporary name tell.
     */
    private static void writeNpy(Path file, SampleTable table) throws IOException {
        double[] logWeights = table.logWeights();
        if (logWeights == null) {
            AtomicFile.write(file, temporary -> Npy.write(temporary, table.array()));
            return;
        }
        Path weights = weightsFile(file);
        try {
            AtomicFile.write(file, temporary -> {
                Npy.write(temporary, table.array());
                AtomicFile.write(weights, half -> Npy.write(half, Array.ofDoubles(logWeights, table.count())));
            });
        } catch (Throwable e) {
            Durable.deleteAfter(e, weights);
            throw e;
        }
    }

    /** Whether weights are what a killed writing left. */
    private static boolean half(Path file, Path weights) throws IOException {
        return !Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                && Files.exists(weights)
                && !Durable.leftovers(file).isEmpty();
    }

    /** What is written for a file of samples. */
    private static List<Path> files(Path file, boolean weighted) {
        return weighted && extension(file).equals("npy") ? List.of(file, weightsFile(file)) : List.of(file);
    }

    private static Path weightsFile(Path file) {
        String name = String.valueOf(file.getFileName());
        return file.resolveSibling(name.substring(0, name.length() - ".npy".length()) + ".logw.npy");
    }

    private static String extension(Path file) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    }
}
