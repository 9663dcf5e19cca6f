package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.io.FormatException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Where a problem comes from: a file, a pipe, or {@code -} for the standard input, which are kept in a temporary file so
 * that they can be read more than once; it has lost its name before anything is in it, so that nothing of a killed process
 * stays. What is compressed by gzip or bzip2 is unpacked, whatever its name; a mark of
 * UTF-8 at the beginning is passed over.
 */
final class Source implements Closeable {
    static final Path STANDARD_INPUT = Path.of("-");
    private static final int BLOCK = 1 << 16;
    private static final int HEAD = 10;

    private final Path name;
    /** What came through a pipe, null for a file. */
    private final @Nullable FileChannel kept;

    private Source(Path name, @Nullable FileChannel kept) {
        this.name = name;
        this.kept = kept;
    }

    static Source of(Path file) throws IOException {
        boolean standard = file.equals(STANDARD_INPUT);
        if (!standard && (!Files.exists(file) || Files.isRegularFile(file) || Files.isDirectory(file))) {
            io.github.dnfs4j.io.format.Channels.open(file).close(); // says what is wrong with it
            return named(file);
        }
        FileChannel kept = FileChannel.open(
                Files.createTempFile("dnfs-input", ""),
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE); // which on Unix deletes at once
        try (InputStream in = standard ? System.in : Files.newInputStream(file)) {
            in.transferTo(Channels.newOutputStream(kept));
            return new Source(file, kept);
        } catch (Throwable e) {
            kept.close();
            throw e;
        }
    }

    /** A file that is opened only when it must be. */
    static Source named(Path file) {
        return new Source(file, null);
    }

    /** What messages call it. */
    Path name() {
        return name;
    }

    /** Its bytes from the beginning, unpacked. */
    InputStream open() throws IOException {
        InputStream in = new BufferedInputStream(kept == null ? Files.newInputStream(name) : again(kept), BLOCK);
        try {
            return withoutMark(unpacked(in));
        } catch (Throwable e) {
            in.close();
            throw e;
        }
    }

    private static InputStream again(FileChannel kept) throws IOException {
        return new FilterInputStream(Channels.newInputStream(kept.position(0))) {
            @Override
            public void close() {} // or it could not be read once more
        };
    }

    private InputStream unpacked(InputStream in) throws IOException {
        in.mark(HEAD);
        byte[] head = in.readNBytes(HEAD);
        in.reset();
        Unpacked.Counter packed = new Unpacked.Counter(in);
        try {
            if (head.length > 1 && (head[0] & 0xff) == 0x1f && (head[1] & 0xff) == 0x8b) {
                return new Unpacked(name, new GZIPInputStream(packed, BLOCK), packed);
            }
            if (head.length == HEAD && head[0] == 'B' && head[1] == 'Z' && head[2] == 'h' && head[4] == 0x31) {
                return new Unpacked(name, new BZip2CompressorInputStream(packed, true), packed);
            }
        } catch (IOException e) {
            throw new FormatException(name, "it is not whole: " + e.getMessage(), e);
        }
        return in;
    }

    private InputStream withoutMark(InputStream in) throws IOException {
        PushbackInputStream back = new PushbackInputStream(in, 3);
        byte[] mark = back.readNBytes(3);
        boolean utf8 = mark.length == 3 && mark[0] == (byte) 0xef && mark[1] == (byte) 0xbb && mark[2] == (byte) 0xbf;
        if (mark.length > 1 && (mark[0] & 0xff) + (mark[1] & 0xff) == 0x1fd && mark[0] != mark[1]) {
            throw new FormatException(name, "it is text in UTF-16; UTF-8 is wanted");
        }
        if (!utf8) {
            back.unread(mark);
        }
        return back;
    }

    @Override
    public void close() throws IOException {
        if (kept != null) {
            kept.close();
        }
    }
}
