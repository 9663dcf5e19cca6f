package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.Decimal;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
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
    /** So many vertices or variables may be announced for nothing; each more must be worth a byte of the file. */
    private static final long FREE = 1_500_000;

    private final Path file;
    private final InputStream in;
    private final Closeable owner;
    private final byte[] block = new byte[BLOCK];
    private final byte[] word = new byte[LONGEST_WORD];
    private int position;
    private int limit;
    private int length;
    private long line;
    private long bytes;
    private boolean started;

    private Lines(Path file, InputStream in, Closeable owner) {
        this.file = file;
        this.in = in;
        this.owner = owner;
    }

    /** Opens a file or a pipe, unpacked where it is compressed. */
    public static Lines open(Path file) throws IOException {
        Source source = Source.of(file);
        try {
            return new Lines(file, source.open(), source);
        } catch (Throwable e) {
            source.close();
            throw e;
        }
    }

    /** Opens what is closed by others. */
    static Lines open(Source source) throws IOException {
        return new Lines(source.name(), source.open(), () -> {});
    }

    private int peek() throws IOException {
        if (position == limit) {
            position = 0;
            limit = Math.max(0, in.read(block, 0, BLOCK));
            bytes += limit;
            if (limit == 0) {
                return END;
            }
        }
        return block[position] & 0xff;
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

    /** Whether the line begins with a space, before anything of it was read. */
    boolean indented() throws IOException {
        return peek() == ' ' || peek() == '\t';
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
        return more() ? (char) peek() : '\n';
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
        return (int) whole(what, least, most);
    }

    /** An integer beyond the range of an int. */
    long whole(String what, long least, long most) throws IOException {
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
        return value;
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

    /** The rest of the line, of which no more than {@code most} characters are kept. */
    String rest(int most) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int b = peek(); b != END && b != '\n'; b = peek()) {
            if (text.length() < most) {
                text.append((char) b);
            }
            position++;
        }
        return text.toString().strip();
    }

    /** Says that so many vertices are too many for so short a file: a few bytes must not cost much memory. */
    void afford(long vertices) throws FormatException {
        if (vertices > FREE + bytes) {
            throw badFile(vertices + " vertices in a file of " + bytes + " bytes; at most " + FREE
                    + " more than bytes are believed");
        }
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
        in.close();
        owner.close();
    }
}
