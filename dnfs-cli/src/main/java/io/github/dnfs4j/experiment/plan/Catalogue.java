package io.github.dnfs4j.experiment.plan;

import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.io.format.Channels;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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
        if (name.endsWith(EXTENSION)) {
            Path file = Path.of(name);
            return Experiment.parse(name, Channels.bytes(file));
        }
        @Nullable Experiment known = name.matches("[\\w-]+") ? resource(name) : null;
        if (known == null) {
            throw new IllegalArgumentException("unknown experiment '" + name + "'; possible: all, "
                    + String.join(
                            ", ", entries().stream().map(CatalogueEntry::name).toList()));
        }
        return known;
    }

    /** All that come with the program. */
    public static List<Experiment> all() throws IOException {
        List<Experiment> all = new ArrayList<>();
        for (String name : names()) {
            all.add(find(name));
        }
        return all;
    }

    /** All kinds of experiments that come with the program, in this folder and in those below it, by name. */
    public static List<CatalogueEntry> entries() throws IOException {
        return below(folder -> {
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
        });
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

    private static @Nullable Experiment resource(String name) throws IOException {
        try (@Nullable InputStream in = Catalogue.class.getResourceAsStream(FOLDER + "/" + name + EXTENSION)) {
            return in == null ? null : Experiment.parse(name, in.readAllBytes());
        }
    }

    private static List<String> names() throws IOException {
        return below(folder -> {
            try (Stream<Path> files = Files.list(folder)) {
                return files.filter(file -> file.toString().endsWith(EXTENSION))
                        .map(Catalogue::name)
                        .sorted()
                        .toList();
            }
        });
    }

    /** Something read from the folder of the experiments, wherever the program lies. */
    private interface Reader<T> {
        List<T> read(Path folder) throws IOException;
    }

    private static <T> List<T> below(Reader<T> reader) throws IOException {
        @Nullable URL folder = Catalogue.class.getResource(FOLDER);
        if (folder == null) {
            return List.of();
        }
        try {
            URI uri = folder.toURI();
            if (!uri.getScheme().equals("jar")) {
                return reader.read(Path.of(uri));
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                return reader.read(jar.getPath(FOLDER));
            }
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }
}
