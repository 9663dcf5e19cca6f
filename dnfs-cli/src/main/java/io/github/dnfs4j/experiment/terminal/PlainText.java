package io.github.dnfs4j.experiment.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Text in UTF-8 on its way to a terminal, without what a terminal would obey: names and messages come from files of
 * others, and ESC or its relatives above 0x7f (U+0080 to U+009f) in them could retitle the window, move the cursor or
 * type an answer. Letters that turn the direction of writing could show a name as another: {@code U+202e} makes "lo.mia"
 * read "aim.ol". Each becomes a question mark of some kind. Line breaks, tabs and the carriage return of a progress bar pass.
 */
final class PlainText extends FilterOutputStream {
    private static final int DELETE = 0x7f;
    /** The first byte of U+0080 to U+00bf in UTF-8; the second is the character itself. */
    private static final int LEAD = 0xc2;

    private static final int LAST_CONTROL = 0x9f;

    /** The first two bytes of U+202a to U+202e, and of U+2066 to U+2069, which turn the direction. */
    private static final int TURNING = 0xe280;

    private static final int ISOLATING = 0xe281;

    private final boolean returns;
    /** The last two bytes, which are out. */
    private int before;

    private PlainText(OutputStream out, boolean returns) {
        super(out);
        this.returns = returns;
    }

    /** A stream that passes on what is printed; {@code returns} where lines may be drawn over. */
    static PrintStream over(PrintStream out, boolean returns) {
        return new PrintStream(new PlainText(out, returns), true, StandardCharsets.UTF_8);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        byte[] plain = null;
        for (int k = 0; k < count; k++) {
            int b = bytes[from + k] & 0xff;
            int instead = instead(b);
            before = (before << 8 | b) & 0xffff;
            if (instead != b) {
                plain = plain == null ? Arrays.copyOfRange(bytes, from, from + count) : plain;
                plain[k] = (byte) instead;
            }
        }
        out.write(plain == null ? bytes : plain, plain == null ? from : 0, count);
    }

    /** What a byte becomes; those that begin its character stay, and make another of it. */
    private int instead(int b) {
        if (b == DELETE || (b < ' ' && b != '\n' && b != '\t' && !(returns && b == '\r'))) {
            return '?';
        }
        if ((before & 0xff) == LEAD && b >= 0x80 && b <= LAST_CONTROL) {
            return 0xbf; // U+00bf, an inverted question mark
        }
        if (before == TURNING && b >= 0xaa && b <= 0xae) {
            return 0xbd; // U+203d, an interrobang
        }
        return before == ISOLATING && b >= 0xa6 && b <= 0xa9 ? 0x87 : b; // U+2047, two question marks
    }
}
