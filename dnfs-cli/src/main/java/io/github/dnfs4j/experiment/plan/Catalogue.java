package io.github.dnfs4j.experiment.plan;

import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.io.format.Channels;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The experiments that come with the program, as resources {@code experiments/NAME.yaml}, and those in files. */
public final class Catalogue {
    private static final String FOLDER = "/experiments";
    private static final String EXTENSION = ".yaml";
    /** Layers of settings, which are no experiments. */
    private static final String METHODS = "/methods/";

    private Catalogue() {}

    /** By name, or from the file of that name where it ends in .yaml. */
    public static Experiment find(String name) throws IOException {
        return Experiment.parse(name, yaml(name));
    }

    /** What an experiment of any kind says, found by its name or in the file of that name where it ends in .yaml. */
    public static byte[] yaml(String name) throws IOException {
        if (name.endsWith(EXTENSION)) {
            return Channels.bytes(Path.of(name));
        }
        List<CatalogueEntry> known = entries();
        return known.stream()
                .filter(entry -> entry.name().equals(name))
                .map(entry -> entry.text().getBytes(StandardCharsets.UTF_8))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown experiment '" + name + "'; possible: all, "
                        + known.stream().map(CatalogueEntry::name).collect(Collectors.joining(", "))));
    }

    /** All kinds of experiments that come with the program, in this folder and in those below it, by name. */
    public static List<CatalogueEntry> entries() throws IOException {
        @Nullable URL folder = Catalogue.class.getResource(FOLDER);
        if (folder == null) {
            return List.of();
        }
        try {
            URI uri = folder.toURI();
            if (!uri.getScheme().equals("jar")) {
                return entries(Path.of(uri));
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                return entries(jar.getPath(FOLDER));
            }
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private static List<CatalogueEntry> entries(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<CatalogueEntry> entries = new ArrayList<>();
            for (Path file : files.filter(f -> f.toString().endsWith(EXTENSION))
                    .filter(f -> !f.toString().contains(METHODS))
                    .sorted(Comparator.comparing(Catalogue::name))
                    .toList()) {
                entries.add(CatalogueEntry.parse(name(file), Files.readString(file)));
            }
            return entries;
        }
    }

    /** The name of an experiment in a file, or of one that was named. */
    public static String name(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(EXTENSION) ? name.substring(0, name.length() - EXTENSION.length()) : name;
    }

    /** What a shell is told to repeat an experiment, by its name or its file. */
    public static String command(String source, String budget) {
        return "dnfs reproduce " + Console.word(source) + " --budget " + Console.word(budget);
    }
}
