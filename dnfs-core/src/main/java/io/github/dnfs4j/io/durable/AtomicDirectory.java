package io.github.dnfs4j.io.durable;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes a folder that exists either whole or not at all, whenever the process or the machine dies: it is filled under
 * a hidden name {@code .NAME.tmp-RANDOM}, forced to disk, and renamed.
 */
public final class AtomicDirectory {
    private AtomicDirectory() {}

    /** Lets {@code writer} fill the new folder {@code target}; missing parents are made. */
    public static void write(Path target, IOConsumer<Path> writer) throws IOException {
        refuseExisting(target);
        Files.createDirectories(Durable.parent(target));
        try {
            Durable.put(
                    target,
                    folder -> {
                        Files.createDirectory(folder);
                        writer.accept(folder);
                        refuseExisting(target); // again, because writers take long
                    },
                    StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            refuseExisting(target); // of two writers the second cannot rename, and hears the same
            throw e;
        }
    }

    private static void refuseExisting(Path target) throws FileAlreadyExistsException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(target.toString(), null, "already exists");
        }
    }
}
