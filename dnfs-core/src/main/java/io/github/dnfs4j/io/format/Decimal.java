package io.github.dnfs4j.io.format;

/** Short decimal numbers without an exponent, many times faster than Java reads them and to the same bits. */
public final class Decimal {
    private static final int MOST_CHARACTERS = 16;
    /** Powers of ten that a double holds exactly. */
    private static final double[] TENS = new double[23];

    static {
        TENS[0] = 1;
        for (int k = 1; k < TENS.length; k++) {
            TENS[k] = TENS[k - 1] * 10;
        }
    }

    private Decimal() {}

    /** The number, or NaN where the text is longer, or something else. */
    public static double parse(byte[] text, int length) {
        boolean negative = text[0] == '-';
        int from = negative || text[0] == '+' ? 1 : 0;
        if (from == length || length - from > MOST_CHARACTERS) {
            return Double.NaN;
        }
        long digits = 0;
        int point = -1;
        for (int at = from; at < length; at++) {
            if (text[at] == '.' && point < 0 && length - from > 1) {
                point = at;
            } else if (text[at] >= '0' && text[at] <= '9') {
                digits = digits * 10 + (text[at] - '0');
            } else {
                return Double.NaN;
            }
        }
        if (digits >= 1L << 53) {
            return Double.NaN;
        }
        // One division of two exact numbers is rounded once, as it should be.
        double value = point < 0 ? digits : digits / TENS[length - 1 - point];
        return negative ? -value : value;
    }
}
