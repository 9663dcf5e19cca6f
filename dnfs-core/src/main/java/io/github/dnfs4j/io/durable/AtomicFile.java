package io.github.dnfs4j.io.durable;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Replaces a file as a whole: readers, and whoever comes after a crash, see the old bytes or the new, never a mix. */
public final class AtomicFile {
    private AtomicFile() {}

    public static void write(Path target, byte[] bytes) throws IOException {
        write(target, temporary -> Files.write(temporary, bytes));
    }

    /** Lets {@code body} write the new text, in UTF-8. */
    public static void writeText(Path target, IOConsumer<Writer> body) throws IOException {
        write(target, temporary -> {
            try (Writer out = Files.newBufferedWriter(temporary)) {
                body.accept(out);
            }
        });
    }

    /** Lets {@code writer} create the file under a temporary name, then puts it in the place of {@code target}. */
    public static void write(Path target, IOConsumer<Path> writer) throws IOException {
        if (Files.isDirectory(target)) {
            throw new FileSystemException(target.toString(), null, "is a folder");
        }
        Durable.put(target, writer, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
