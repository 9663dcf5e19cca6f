package io.github.dnfs4j.io.durable;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.CopyOption;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What atomic writing and removing are made of: temporary names {@code .NAME.tmp-RANDOM}, fsync, rename. */
public final class Durable {
    private static final boolean WINDOWS = File.separatorChar == '\\';

    // fsync needs no right to write, and a checkpoint may hold read-only files; Windows insists on it.
    private static final OpenOption FOR_SYNC = WINDOWS ? StandardOpenOption.WRITE : StandardOpenOption.READ;

    private static final String TEMPORARY = ".tmp-";
    private static final Duration LONGEST_WRITING = Duration.ofHours(1);

    private Durable() {}

    /** A fresh hidden name beside {@code target}: on the same file system, so that a rename is atomic. */
    private static Path temporaryBeside(Path target) {
        String random = UUID.randomUUID().toString().substring(0, 13);
        return parent(target).resolve("." + target.getFileName() + TEMPORARY + random);
    }

    /** What writers of {@code target} that were killed left beside it; some may be of one that still writes. */
    public static List<Path> leftovers(Path target) throws IOException {
        return children(
                parent(target),
                path -> String.valueOf(path.getFileName()).startsWith("." + target.getFileName() + TEMPORARY));
    }

    private static List<Path> children(Path folder, Predicate<Path> which) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(which).toList();
        }
    }

    /** Removes what killed writers of {@code target} left; one that still writes has touched its own lately. */
    private static void cleanBeside(Path target) throws IOException {
        Instant old = Instant.now().minus(LONGEST_WRITING);
        for (Path left : leftovers(target)) {
            if (Files.getLastModifiedTime(left, LinkOption.NOFOLLOW_LINKS)
                    .toInstant()
                    .isBefore(old)) {
                deleteTree(left);
            }
        }
    }

    /** Removes what killed writers left in a folder, of which the caller is the only one that writes into it. */
    public static void clean(Path folder) throws IOException {
        for (Path left : children(folder, Durable::isTemporary)) {
            deleteTree(left);
        }
    }

    /** Whether a folder holds nothing but what killed writers left. */
    public static boolean onlyLeftovers(Path folder) throws IOException {
        return children(folder, path -> !isTemporary(path)).isEmpty();
    }

    private static boolean isTemporary(Path path) {
        return String.valueOf(path.getFileName()).matches("\\..+\\.tmp-.+");
    }

    /**
     * Removes a file or a folder: its name goes first and at once, so that nobody meets half of it. What has a temporary
     * name keeps it: the next writer knows that one, should this go wrong.
     */
    public static void discard(Path root) throws IOException {
        if (isTemporary(root)) {
            deleteTree(root);
        } else if (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            Path nameless = temporaryBeside(root);
            Files.move(root, nameless, StandardCopyOption.ATOMIC_MOVE);
            syncDirectory(parent(root));
            deleteTree(nameless);
        }
    }

    public static Path parent(Path target) {
        Path parent = target.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IllegalArgumentException(target + " has no parent folder");
        }
        return parent;
    }

    private static void syncFile(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, FOR_SYNC)) {
            channel.force(true);
        }
    }

    /** Makes the names in a folder durable; Windows cannot open folders and needs no such call. */
    private static void syncDirectory(Path directory) throws IOException {
        if (!WINDOWS) {
            syncFile(directory);
        }
    }

    /** Files before the folder that names them. */
    private static void syncTree(Path root) throws IOException {
        for (Path path : innermostFirst(root)) {
            if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                syncFile(path);
            } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                syncDirectory(path);
            }
        }
    }

    /** Removes a file or a folder with all it holds; symbolic links are removed, not followed. */
    public static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        for (Path path : innermostFirst(root)) {
            Files.deleteIfExists(path);
        }
    }

    /** A file, or a folder with all it holds; symbolic links are not followed. */
    private static List<Path> innermostFirst(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Lets {@code writer} make a file or a folder under a temporary name, forces it to disk, and moves it to its place. Of
     * what fails nothing stays.
     */
    static void put(Path target, IOConsumer<Path> writer, CopyOption... how) throws IOException {
        cleanBeside(target);
        Path temporary = temporaryBeside(target);
        try {
            writer.accept(temporary);
            syncTree(temporary);
            Files.move(temporary, target, how);
        } catch (IOException e) {
            deleteAfter(e, temporary);
            throw named(e, target);
        } catch (Throwable e) {
            deleteAfter(e, temporary);
            throw e;
        }
        syncDirectory(parent(target));
    }

    /** A failure that says where: that of a write to an open file, such as one without space left, does not. */
    private static IOException named(IOException failure, Path target) {
        if (failure.getClass() != IOException.class) {
            return failure;
        }
        FileSystemException named = new FileSystemException(target.toString(), null, failure.getMessage());
        named.initCause(failure);
        return named;
    }

    /** Cleans up after {@code failure} without hiding it. */
    public static void deleteAfter(Throwable failure, Path root) {
        try {
            discard(root);
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }
}
