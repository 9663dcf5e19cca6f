package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.io.FormatException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** What a compressed file holds. A few bytes that would become gigabytes are refused, and so is a file that is cut. */
final class Unpacked extends FilterInputStream {
    /** Graphs as text shrink to a tenth; gzip can reach a thousandth, bzip2 much less. */
    private static final long MOST_RATIO = 200;

    private static final long FREE = 64L << 20;

    private final Path file;
    private final Counter packed;
    private long count;

    Unpacked(Path file, InputStream unpacking, Counter packed) {
        super(unpacking);
        this.file = file;
        this.packed = packed;
    }

    /** Counts the bytes of the file itself. */
    static final class Counter extends FilterInputStream {
        private long count;

        Counter(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int b = in.read();
            count += b < 0 ? 0 : 1;
            return b;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int n = in.read(into, from, length);
            count += Math.max(0, n);
            return n;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int n;
        try {
            n = in.read(into, from, length);
        } catch (IOException e) {
            throw new FormatException(file, "it cannot be unpacked: " + reason(e), e);
        } catch (IndexOutOfBoundsException | IllegalStateException damaged) {
            throw new FormatException(file, "it cannot be unpacked: it is damaged", damaged);
        }
        count += Math.max(0, n);
        if (count > FREE && count / MOST_RATIO > packed.count) {
            throw new FormatException(
                    file,
                    "it unpacks to more than " + MOST_RATIO + " times its size; unpack it yourself if it is meant");
        }
        return n;
    }

    /** An end of the file has no words of its own. */
    static String reason(IOException e) {
        return e.getMessage() == null ? "it ends too soon" : e.getMessage();
    }
}
