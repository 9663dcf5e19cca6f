package io.github.dnfs4j.torch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/**
 * Unpacks libraries before JavaCPP looks for them. JavaCPP itself writes them in place, one by one, and loads libtorch
 * before it has looked at libtorch_cpu, which that needs: after an interrupted first run, or during that of another
 * process, the linker maps half a file and the process dies of SIGBUS, this time and every time.
 *
 * <p>Here each library is written under a temporary name in the cache, compared with the sum its jar gives, brought to
 * the disk and only then renamed; whoever unpacks holds the lock that JavaCPP also takes. What does not fit is made
 * again. When all fits, which takes a look at each file's length and time, nothing is locked or written.
 */
final class NativeCache {
    /** JavaCPP's name. */
    private static final String LOCK = ".lock";

    private static final String TEMPORARY = ".unpacking-";
    private static final long PATIENCE = 20;

    /** Where the bytes of a library go; a test has its disk full. */
    interface Disk {
        OutputStream open(FileChannel file);
    }

    private final Path folder;
    private final Disk disk;

    NativeCache(Path folder) {
        this(folder, Channels::newOutputStream);
    }

    NativeCache(Path folder, Disk disk) {
        this.folder = folder;
        this.disk = disk;
    }

    /** Sees to it that all of these are in the cache; returns how many were not. */
    int complete(List<NativeFile> files) throws IOException {
        if (fit(files)) {
            return 0;
        }
        try (FileChannel channel =
                        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = lock(channel)) {
            // Who waited finds the work done.
            List<NativeFile> missing = files.stream()
                    .filter(file -> !file.fits())
                    .sorted(Comparator.comparingLong(NativeFile::size))
                    .toList();
            removeLeftovers();
            for (NativeFile file : missing) {
                restore(file);
            }
            return missing.size();
        }
    }

    /** Every start comes here: a plain loop, because the first lambdas of a process take milliseconds. */
    private static boolean fit(List<NativeFile> files) {
        for (NativeFile file : files) {
            if (!file.fits()) {
                return false;
            }
        }
        return true;
    }

    /** Waits for other processes, and for other threads of this one, which Java refuses rather than lets wait. */
    private static FileLock lock(FileChannel channel) throws IOException {
        while (true) {
            try {
                return channel.lock();
            } catch (OverlappingFileLockException inThisProcess) {
                try {
                    Thread.sleep(PATIENCE);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted while another thread unpacks native libraries", e);
                }
            }
        }
    }

    /** What killed processes left; nobody writes but who holds the lock. */
    private void removeLeftovers() throws IOException {
        try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(folder, TEMPORARY + "*")) {
            for (Path leftover : leftovers) {
                Files.deleteIfExists(leftover);
            }
        }
    }

    private void restore(NativeFile file) throws IOException {
        Path temporary = folder.resolve(TEMPORARY + UUID.randomUUID());
        try {
            if (file.holdsTheBytes()) {
                file.setTime(file.place());
                return;
            }
            write(file, temporary);
            Files.createDirectories(file.folder());
            Files.move(temporary, file.place(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(temporary);
            String reason =
                    e instanceof FileSystemException f && f.getReason() != null ? f.getReason() : e.getMessage();
            FileSystemException named =
                    new FileSystemException(file.place().toString(), null, "cannot be unpacked: " + reason);
            named.initCause(e);
            throw named;
        }
    }

    private void write(NativeFile file, Path temporary) throws IOException {
        try (FileChannel channel =
                        FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                InputStream in = file.open();
                OutputStream out = disk.open(channel)) {
            in.transferTo(out);
            out.flush();
            file.setTime(temporary);
            channel.force(true);
        }
    }
}
