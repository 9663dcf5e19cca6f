package io.github.dnfs4j.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Good files of text made bad, and how readers take them. */
public final class Fuzz {
    private static final String[] PIECES = {
        "-1",
        "0",
        "1",
        "2",
        "99999999999999999999",
        "1000000000",
        "2147483647",
        "3000000",
        "1e308",
        "1e-400",
        "nan",
        "0x10",
        "255",
        "256",
        ".",
        "-",
        "+",
        "1.",
        ".5",
        "-0",
        "null",
        "true",
        " ",
        "\n",
        "\t",
        "c",
        "#",
        "%",
        "e",
        "h",
        "p edge",
        "p wcnf",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "[]",
        ";",
        ",",
        "|",
        "\"",
        "//",
        "/*",
        "*/",
        "\u0000",
        "\u00ff",
        "table",
        "default",
        "variable"
    };
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Fuzz() {}

    /** One to four pieces put into, or in the place of, some bytes; sometimes the end is cut off. */
    public static byte[] mutated(byte[] good, Random random) {
        byte[] bytes = good;
        for (int k = random.nextInt(4); k >= 0; k--) {
            int at = random.nextInt(bytes.length + 1);
            byte[] piece = switch (random.nextInt(4)) {
                case 0 -> new byte[0];
                case 1 -> new byte[] {(byte) random.nextInt(256)};
                default -> PIECES[random.nextInt(PIECES.length)].getBytes(StandardCharsets.ISO_8859_1);
            };
            int cut = Math.min(bytes.length, at + random.nextInt(6));
            byte[] next = Arrays.copyOf(bytes, at + piece.length + bytes.length - cut);
            System.arraycopy(piece, 0, next, at, piece.length);
            System.arraycopy(bytes, cut, next, at + piece.length, bytes.length - cut);
            bytes = random.nextInt(8) == 0 ? Arrays.copyOf(next, random.nextInt(next.length + 1)) : next;
        }
        return bytes;
    }

    /** Whether a reader refuses bytes in a file, which it must do by a {@link FormatException} of one line. */
    public static boolean refuses(Path file, byte[] bytes, ThrowingCallable reading) throws IOException {
        Files.write(file, bytes);
        Throwable thrown = catchThrowable(reading);
        if (thrown != null) {
            assertThat(thrown)
                    .as(() -> new String(bytes, StandardCharsets.ISO_8859_1))
                    .isInstanceOf(FormatException.class);
            assertThat(thrown.getMessage()).startsWith(file + ":").doesNotContain("\n");
        }
        return thrown != null;
    }

    /** Bytes that this thread takes for some work, garbage included. */
    public static long allocated(ThrowingCallable work) {
        long thread = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        assertThatCode(work).doesNotThrowAnyException();
        return THREADS.getThreadAllocatedBytes(thread) - before;
    }
}
