package io.github.dnfs4j.io.format;

import io.github.dnfs4j.io.FormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Whole reads and writes on channels, with errors that name the file. */
public final class Channels {
    private Channels() {}

    /** Opens a regular file for reading; a folder would open too and only fail later, without its name. */
    public static FileChannel open(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString(), null, "no such file");
        }
        if (!Files.isRegularFile(file)) {
            throw new FormatException(file, "not a regular file");
        }
        return FileChannel.open(file, StandardOpenOption.READ);
    }

    /** All of a regular file. */
    public static byte[] bytes(Path file) throws IOException {
        try (FileChannel channel = open(file)) {
            return read(channel, file, 0, channel.size(), "content");
        }
    }

    static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    }

    /** Reads {@code length} bytes at {@code position}; nothing is allocated unless the file is that long. */
    static byte[] read(FileChannel channel, Path file, long position, long length, String what) throws IOException {
        if (length > channel.size() - position) {
            throw new FormatException(file, "the file ends before its " + what + " does");
        }
        if (length > Array.LARGEST) {
            throw new FormatException(file, what + " of " + length + " bytes: more than 2 GiB is not supported");
        }
        byte[] bytes = new byte[(int) length];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new FormatException(file, "the file shrank while it was read");
            }
        }
        return bytes;
    }

    static void writeAll(WritableByteChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
