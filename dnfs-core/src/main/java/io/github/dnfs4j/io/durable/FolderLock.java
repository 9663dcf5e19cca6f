package io.github.dnfs4j.io.durable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Keeps a second process from working in the same folder; the system drops it when the process ends. */
public final class FolderLock implements AutoCloseable {
    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Another one has it. */
    static final class HeldException extends FileSystemException {
        private static final long serialVersionUID = 1;

        private HeldException(Path folder, String taken) {
            super(folder.toString(), null, taken);
        }
    }

    public static FolderLock take(Path folder) throws IOException {
        return take(folder, "another process is training in this folder");
    }

    /** Takes it, or fails with what the owner does there. */
    public static FolderLock take(Path folder, String taken) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (tryLock(channel) == null) {
            channel.close();
            throw new HeldException(folder, taken);
        }
        return new FolderLock(channel);
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
