package io.github.dnfs4j.cli;

import io.github.dnfs4j.flow.Jumps;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Refuses numbers that no command can mean. */
public final class Checks {
    private Checks() {}

    /** Above zero and finite, where given at all. */
    public static <T extends Number> @Nullable T positive(String option, @Nullable T value) {
        if (value != null && !(value.doubleValue() > 0 && Double.isFinite(value.doubleValue()))) {
            throw new IllegalArgumentException(option + " must be above 0, not " + value);
        }
        return value;
    }

    /** A number of cells that jumps can have. */
    static int cells(int value) {
        if (value < 1 || value > Jumps.MOST_CELLS) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "--cells must be 1 to %,d, not %d", Jumps.MOST_CELLS, value));
        }
        return value;
    }

    /** A folder that is not there yet. */
    static void newFolder(Path folder, String advice) throws IOException {
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(folder.toString(), null, "already exists; " + advice);
        }
    }

    /** The folder of a new run, where one could also go on. */
    static void newRun(Path folder) throws IOException {
        newFolder(folder, "add --resume to continue it, or name another folder");
    }

    /** A file that can be written and is not there yet, so that nothing is lost and no work is in vain. */
    static void fresh(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(file.toString(), null, "already exists and is not overwritten");
        }
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            throw new NoSuchFileException(file.toString(), null, "its folder does not exist");
        }
    }

    /** At most as many states as an array of bytes can hold. */
    static void fitsMemory(String option, int count, int sites) {
        if ((long) count * sites > Integer.MAX_VALUE - 16L) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s %d is too much at once for %d sites; at most %d",
                    option,
                    count,
                    sites,
                    (Integer.MAX_VALUE - 16) / sites));
        }
    }
}
