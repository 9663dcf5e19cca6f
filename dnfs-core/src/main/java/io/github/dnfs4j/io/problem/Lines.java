package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.Channels;
import io.github.dnfs4j.io.format.Decimal;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A text file as lines of words, read once from front to back. It keeps a block of bytes and one word, whatever the
 * length of a line. Words are separated by spaces and tabs; lines end with LF or CR LF.
 */
public final class Lines implements Closeable {
    private static final int BLOCK = 1 << 16;
    private static final int LONGEST_WORD = 64;
    private static final int END = -1;
    private final Path file;
    private final FileChannel channel;
    private final byte[] block = new byte[BLOCK];
    private final byte[] word = new byte[LONGEST_WORD];
    private int position;
    private int limit;
    private int length;
    private long line;
    private boolean started;

    private Lines(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    public static Lines open(Path file) throws IOException {
        return new Lines(file, Channels.open(file));
    }

    private int peek() throws IOException {
        if (position == limit) {
            position = 0;
            limit = Math.max(0, channel.read(ByteBuffer.wrap(block)));
            if (limit == 0) {
                return END;
            }
        }
        return block[position];
    }

    /** Goes to the start of the next line; false at the end of the file. */
    public boolean next() throws IOException {
        if (started) {
            skipLine();
        }
        started = true;
        if (peek() == END) {
            return false;
        }
        line++;
        return true;
    }

    private void skipLine() throws IOException {
        for (int b = peek(); b != END; b = peek()) {
            position++;
            if (b == '\n') {
                return;
            }
        }
    }

    /** Goes to the next line that has a word and does not begin with the mark of a comment. */
    public boolean nextContent(char comment) throws IOException {
        while (next()) {
            if (more() && peek() != comment) {
                return true;
            }
        }
        return false;
    }

    /** Whether the line has another word. */
    public boolean more() throws IOException {
        int b = peek();
        while (b == ' ' || b == '\t' || b == '\r') {
            position++;
            b = peek();
        }
        return b != END && b != '\n';
    }

    /** The first byte of the next word, {@code '\n'} where there is none. */
    public char first() throws IOException {
        return more() ? (char) (peek() & 0xff) : '\n';
    }

    private void take(String what) throws IOException {
        if (!more()) {
            throw bad(what + " is missing");
        }
        length = 0;
        for (int b = peek(); b != END && b != ' ' && b != '\t' && b != '\r' && b != '\n'; b = peek()) {
            if (length == LONGEST_WORD) {
                throw bad(what + " is longer than " + LONGEST_WORD + " characters: " + text() + "...");
            }
            word[length++] = (byte) b;
            position++;
        }
    }

    private String text() {
        return new String(word, 0, length, StandardCharsets.ISO_8859_1);
    }

    public String word(String what) throws IOException {
        take(what);
        return text();
    }

    /** An integer from {@code least} to {@code most}. */
    public int integer(String what, long least, long most) throws IOException {
        take(what);
        boolean negative = word[0] == '-';
        long value = 0;
        int k = negative || word[0] == '+' ? 1 : 0;
        boolean good = k < length && length - k <= 18;
        for (; good && k < length; k++) {
            int digit = word[k] - '0';
            good = digit >= 0 && digit <= 9;
            value = value * 10 + digit;
        }
        if (!good) {
            throw bad(what + " must be an integer, not '" + text() + "'");
        }
        value = negative ? -value : value;
        if (value < least || value > most) {
            throw bad(what + " must be " + least + " to " + most + ", not " + value);
        }
        return (int) value;
    }

    /** A finite number. */
    public double number(String what) throws IOException {
        take(what);
        double value = Decimal.parse(word, length);
        return Double.isNaN(value) ? unusual(what) : value;
    }

    private double unusual(String what) throws FormatException {
        String text = text();
        try {
            // Java would also take NaN, 0x1p3 and 1f.
            double value = text.matches("[-+0-9.eE]+") ? Double.parseDouble(text) : Double.NaN;
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw bad(what + " must be a finite number, not '" + text + "'");
    }

    /** Refuses what else the line holds. */
    public void end() throws IOException {
        if (more()) {
            take("word");
            throw bad("nothing should follow, but there is '" + text() + "'");
        }
    }

    /** Something is wrong with this line. */
    public FormatException bad(String reason) {
        return new FormatException(file, Math.max(1, line), reason);
    }

    /** Something is wrong with an earlier line. */
    public FormatException bad(long earlier, String reason) {
        return new FormatException(file, earlier, reason);
    }

    /** The number of this line, from 1. */
    public long line() {
        return line;
    }

    /** Something is wrong with the file as a whole. */
    public FormatException badFile(String reason) {
        return new FormatException(file, reason);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
