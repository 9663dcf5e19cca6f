package io.github.dnfs4j.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Folders as a whole. */
final class Trees {
    private Trees() {}

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    static void delete(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Every file by name with a hash of its bytes. */
    static Map<String, Integer> contents(Path root) throws IOException {
        Map<String, Integer> all = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.toList()) {
                int hash = Files.isRegularFile(file) ? Arrays.hashCode(Files.readAllBytes(file)) : 0;
                all.put(root.relativize(file).toString(), hash);
            }
        }
        return all;
    }
}
