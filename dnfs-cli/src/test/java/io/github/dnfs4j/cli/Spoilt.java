package io.github.dnfs4j.cli;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Good files made bad. */
final class Spoilt {
    private static final String[] PIECES = {
        "null",
        "-1",
        "0",
        "99999999999999999999",
        "1e308",
        "NaN",
        "[]",
        "{}",
        "\"\"",
        "~",
        ": ",
        "\n",
        "- ",
        "\t",
        "\u0000",
        "\u00ff",
        "2147483647",
        "-2147483648",
        "true",
        "*a",
        "&a ",
        "!!javax.script.ScriptEngineManager ",
        "<<: ",
        "{",
        "[",
        "'",
        "#",
        "|",
        "\u2028",
        "nan",
        "-inf",
        "1e-400",
        "1000000000",
        " ",
        ",",
        ";",
        "p edge ",
        "p wcnf ",
        "c ",
        "h ",
        "%%",
        "//",
        "/*",
        "]",
        "}",
        ")",
        "<",
        "="
    };

    private Spoilt() {}

    /** One to four changes, mostly one: bytes, pieces put in or in place of a word, parts doubled or cut. */
    static byte[] of(byte[] bytes, Random random, boolean binary) {
        byte[] now = bytes;
        for (int k = Math.max(0, random.nextInt(6) - 2); k >= 0; k--) {
            int length = now.length;
            // The header of a binary file is its short beginning.
            int at = random.nextInt(Math.max(1, binary ? Math.min(length, 600) : length));
            switch (random.nextInt(6)) {
                case 0 -> now = Arrays.copyOf(now, at);
                case 1 -> now = length == 0 ? now : with(now, at, at + 1, new byte[] {(byte) random.nextInt(256)});
                case 2 -> now = with(now, at, Math.min(length, at + random.nextInt(40)), new byte[0]);
                case 3 -> now = with(now, at, at, Arrays.copyOfRange(now, at, Math.min(length, at + 60)));
                default -> {
                    int end = at;
                    while (end < length && Character.isLetterOrDigit(now[end])) {
                        end++;
                    }
                    byte[] piece = PIECES[random.nextInt(PIECES.length)].getBytes(StandardCharsets.UTF_8);
                    now = with(now, at, random.nextBoolean() ? end : at, piece);
                }
            }
        }
        return now;
    }

    private static byte[] with(byte[] bytes, int from, int to, byte[] put) {
        byte[] now = new byte[from + put.length + bytes.length - to];
        System.arraycopy(bytes, 0, now, 0, from);
        System.arraycopy(put, 0, now, from, put.length);
        System.arraycopy(bytes, to, now, from + put.length, bytes.length - to);
        return now;
    }
}
