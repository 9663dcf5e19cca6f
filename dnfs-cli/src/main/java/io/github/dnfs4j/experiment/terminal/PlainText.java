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
 * type an answer. Each becomes a question mark. Line breaks, tabs and the carriage return of a progress bar pass.
 */
final class PlainText extends FilterOutputStream {
    private static final int DELETE = 0x7f;
    /** The first byte of U+0080 to U+00bf in UTF-8; the second is the character itself. */
    private static final int LEAD = 0xc2;

    private static final int LAST_CONTROL = 0x9f;

    private final boolean returns;
    private boolean lead;

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
            boolean high = lead && b >= 0x80 && b <= LAST_CONTROL;
            lead = b == LEAD;
            if (high || b == DELETE || (b < ' ' && b != '\n' && b != '\t' && !(returns && b == '\r'))) {
                plain = plain == null ? Arrays.copyOfRange(bytes, from, from + count) : plain;
                plain[k] = (byte) (high ? 0xbf : '?'); // U+00bf, an inverted question mark: the lead byte is out
            }
        }
        out.write(plain == null ? bytes : plain, plain == null ? from : 0, count);
    }
}
