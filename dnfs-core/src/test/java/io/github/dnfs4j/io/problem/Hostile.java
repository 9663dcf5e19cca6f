package io.github.dnfs4j.io.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.IOConsumer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Checks that a reader refuses bad files with one line that names the file. */
public record Hostile(Path file, IOConsumer<Path> reader) {

    public void refused(byte[] bytes, String reason) throws IOException {
        Files.write(file, bytes);
        Throwable thrown = catchThrowable(() -> reader.accept(file));
        assertThat(thrown).as("%d bytes", bytes.length).isInstanceOf(FormatException.class);
        assertThat(thrown.getMessage())
                .startsWith(file + ": ")
                .contains(reason)
                .doesNotContain("\n")
                .hasSizeLessThan(file.toString().length() + 320);
    }

    /** Every proper prefix of a good file. */
    public void prefixesRefused(byte[] good) throws IOException {
        Files.write(file, good);
        reader.accept(file);
        for (int length = 0; length < good.length; length++) {
            refused(Arrays.copyOf(good, length), "");
        }
    }

    /** Every single byte replaced: the file may still be good, but the reader throws nothing unchecked. */
    public void anyByteChanged(byte[] good) throws IOException {
        for (int i = 0; i < good.length; i++) {
            for (int value : new int[] {0, ' ', '"', '\'', '9', '[', '}', 0xff}) {
                byte[] changed = good.clone();
                changed[i] = (byte) value;
                Files.write(file, changed);
                Throwable thrown = catchThrowable(() -> reader.accept(file));
                if (thrown != null) {
                    assertThat(thrown).as("byte %d = %d", i, value).isInstanceOf(FormatException.class);
                }
            }
        }
    }
}
