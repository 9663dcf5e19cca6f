package io.github.dnfs4j.io.durable;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What atomic writing is made of: temporary names, fsync and removal of whole folders. */
public final class Durable {
    private static final boolean WINDOWS = File.separatorChar == '\\';

    // fsync needs no right to write, and a checkpoint may hold read-only files; Windows insists on it.
    private static final OpenOption FOR_SYNC = WINDOWS ? StandardOpenOption.WRITE : StandardOpenOption.READ;

    private Durable() {}

    /** A fresh hidden name beside {@code target}: on the same file system, so that a rename is atomic. */
    static Path temporaryBeside(Path target) {
        String random = UUID.randomUUID().toString().substring(0, 13);
        return parent(target).resolve("." + target.getFileName() + ".tmp-" + random);
    }

    public static Path parent(Path target) {
        Path parent = target.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IllegalArgumentException(target + " has no parent folder");
        }
        return parent;
    }

    static void syncFile(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, FOR_SYNC)) {
            channel.force(true);
        }
    }

    /** Makes the names in a folder durable; Windows cannot open folders and needs no such call. */
    static void syncDirectory(Path directory) throws IOException {
        if (!WINDOWS) {
            syncFile(directory);
        }
    }

    /** Files before the folder that names them. */
    static void syncTree(Path root) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile()) {
                    syncFile(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                if (failure != null) {
                    throw failure;
                }
                syncDirectory(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Removes a file or a folder with all it holds; symbolic links are removed, not followed. */
    static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Cleans up after {@code failure} without hiding it. */
    public static void deleteAfter(Throwable failure, Path root) {
        try {
            deleteTree(root);
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }
}
