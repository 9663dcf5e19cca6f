package io.github.dnfs4j.cli;

import io.github.dnfs4j.cli.Readers.Reader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Files that Jazzer makes, guided by the code that they reach, for every reader that is quick: the first byte says which,
 * the rest is the file. {@code scripts/torture guided} runs it. Alone it writes the corpus to begin with, into a folder.
 */
public final class GuidedFuzz {
    private static List<Reader> readers = List.of();

    private GuidedFuzz() {}

    /** What Jazzer calls first. */
    public static void fuzzerInitialize() throws IOException {
        readers = Readers.in(Files.createTempDirectory("guided")).stream()
                .filter(r -> r.slowness() == 1)
                .toList();
    }

    /** What Jazzer calls with each input. */
    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        if (data.length == 0) {
            return;
        }
        Reader reader = readers.get(Math.floorMod(data[0], readers.size()));
        byte[] bytes = new byte[data.length - 1];
        System.arraycopy(data, 1, bytes, 0, bytes.length);
        Files.deleteIfExists(reader.file());
        Files.write(reader.file(), bytes);
        try {
            reader.reading().of(reader.file());
        } catch (Throwable e) {
            String wrong = Readers.unclear(e, bytes);
            if (!wrong.isEmpty()) {
                throw new AssertionError(reader.name() + ": " + wrong, e);
            }
        }
    }

    public static void main(String[] args) throws IOException {
        fuzzerInitialize();
        Path corpus = Files.createDirectories(Path.of(args[0]));
        for (int k = 0; k < readers.size(); k++) {
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            file.write(k);
            file.write(readers.get(k).good());
            Files.write(corpus.resolve("good-" + k), file.toByteArray());
        }
    }
}
