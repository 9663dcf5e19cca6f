package io.github.dnfs4j.settings;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.io.durable.Digests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file that a target was made from: settings keep its digest, and a run folder a copy. */
final class KeptFile {
    private KeptFile() {}

    /** SHA-256 of a file. */
    static String digest(Path file) throws IOException {
        return Digests.of(file);
    }

    /** The file, which must be the one that settings were made for. */
    static Path checked(Path file, String sha256) throws IOException {
        check(file, Files.readAllBytes(file), sha256);
        return file;
    }

    private static void check(Path file, byte[] bytes, String sha256) throws FormatException {
        if (!Digests.of(bytes).equals(sha256)) {
            throw new FormatException(file, "it is not the file that the settings were made for; it has changed");
        }
    }

    static void copy(Path file, String sha256, Path to) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        check(file, bytes, sha256);
        AtomicFile.write(to, bytes);
    }
}
