package io.github.dnfs4j.settings;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.io.durable.Digests;
import io.github.dnfs4j.io.format.Channels;
import io.github.dnfs4j.target.Structure;
import io.github.dnfs4j.target.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A target that is made of a file. A run folder keeps a copy of the file, and the settings its digest, so that nobody
 * judges a sampler by another problem than it was trained for.
 */
interface KeptFile extends TargetSettings {
    /** As it was named. */
    String file();

    /** SHA-256 of its bytes. */
    String sha256();

    /** The name of the copy in a run folder, which begins with {@code target.}. */
    String copy();

    /** The target of a file that is the right one. */
    Target read(Path checked) throws IOException;

    @Override
    default Target build() {
        try {
            return read(checked(Path.of(file()), sha256()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    default Target build(Path folder) throws IOException {
        return read(checked(folder.resolve(copy()), sha256()));
    }

    @Override
    default void store(Path folder) throws IOException {
        Path file = Path.of(file());
        byte[] bytes = Channels.bytes(file);
        check(file, bytes, sha256());
        AtomicFile.write(folder.resolve(copy()), bytes);
    }

    /** Nothing that could be known without reading the file. */
    @Override
    default Structure structure() {
        return Structure.NONE;
    }

    @Override
    default String title() {
        String name = String.valueOf(Path.of(file()).getFileName()).replaceAll("\\.[^.]*$", "");
        return name.replaceAll("[^A-Za-z0-9_-]", "-");
    }

    /** SHA-256 of a file. */
    static String digest(Path file) throws IOException {
        return Digests.of(Channels.bytes(file));
    }

    private static Path checked(Path file, String sha256) throws IOException {
        check(file, Channels.bytes(file), sha256);
        return file;
    }

    private static void check(Path file, byte[] bytes, String sha256) throws FormatException {
        if (!Digests.of(bytes).equals(sha256)) {
            throw new FormatException(file, "it is not the file that the settings were made for; it has changed");
        }
    }

    /** A kind whose text is {@code PATH}, and behind a comma {@code format=NAME} and {@code temperature=T}. */
    class Formatted implements TargetKind {
        private final String name;
        private final Class<? extends TargetSettings> type;
        private final Reader reader;

        Formatted(String name, Class<? extends TargetSettings> type, Reader reader) {
            this.name = name;
            this.type = type;
            this.reader = reader;
        }

        /** Makes settings of a file in a format, which may be empty. */
        interface Reader {
            TargetSettings read(Path file, String format) throws IOException;
        }

        @Override
        public final String name() {
            return name;
        }

        @Override
        public final Class<? extends TargetSettings> type() {
            return type;
        }

        @Override
        public final TargetSettings parse(String text) throws IOException {
            int comma = text.indexOf(',');
            String path = comma < 0 ? text : text.substring(0, comma);
            if (path.isEmpty()) {
                throw new IllegalArgumentException("name the file: " + name + ":PATH");
            }
            Map<String, String> keys = TargetKind.Keyed.keys(comma < 0 ? "" : text.substring(comma + 1));
            String format = keys.getOrDefault("format", "");
            keys.remove("format");
            for (String key : keys.keySet()) {
                // The others say what the file is, and it says so itself.
                if (!key.equals("temperature")) {
                    throw new IllegalArgumentException(
                            "unknown setting '" + key + "'; possible behind a file: format, temperature");
                }
            }
            return TargetKind.Keyed.over(reader.read(Path.of(path), format), keys);
        }
    }
}
