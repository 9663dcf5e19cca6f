package io.github.dnfs4j.io.durable;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/** A folder in which something long begins, such as a training. */
public final class NewFolder {
    private NewFolder() {}

    /** What begins in a folder. */
    @FunctionalInterface
    public interface Beginning<T> {
        T in(Path folder) throws IOException;
    }

    /**
     * Makes a folder, which must not exist yet, and begins; if that fails, no folder is left behind.
     *
     * @param contents writes what the folder holds from the first moment on
     */
    public static <T> T begin(Path folder, IOConsumer<Path> contents, Beginning<T> work) throws IOException {
        try {
            AtomicDirectory.write(folder, contents); // fails if it exists, so that no two runs share one
        } catch (FileAlreadyExistsException e) {
            throw new FileAlreadyExistsException(folder.toString(), null, "already exists; resume it or name another");
        }
        try {
            return work.in(folder);
        } catch (FolderLock.HeldException e) {
            throw e; // whoever met the folder and works in it keeps it
        } catch (IOException | RuntimeException | Error e) {
            Durable.deleteAfter(e, folder);
            throw e;
        }
    }
}
