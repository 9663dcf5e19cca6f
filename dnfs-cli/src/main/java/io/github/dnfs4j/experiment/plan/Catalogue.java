package io.github.dnfs4j.experiment.plan;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.InjectableValues;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.Channels;
import io.github.dnfs4j.io.format.ParseReason;
import io.github.dnfs4j.io.format.Strict;
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
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The experiments that come with the program, as resources {@code experiments/NAME.yaml}, and those in files. */
public final class Catalogue {
    static final ObjectMapper YAML = Strict.yaml().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

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

    /**
     * What a file says, read into a record whose part {@code source} says where it came from.
     *
     * @param what it should be, in words
     * @param check refuses one that is not fine, after reading: a key nobody knows is named before one that is missing
     */
    public static <T> T read(String source, byte[] yaml, Class<T> type, String what, UnaryOperator<T> check)
            throws IOException {
        try {
            T read = YAML.readerFor(type)
                    .with(new InjectableValues.Std().addValue("source", source))
                    .readValue(yaml);
            if (read == null) {
                throw new IllegalArgumentException("it is empty");
            }
            return check.apply(read);
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            throw new FormatException(Path.of(source), "not " + what + ": " + ParseReason.of(e), e);
        }
    }

    /** What an experiment has under the name of a budget. */
    public static <T> T budget(String experiment, Map<String, T> budgets, String name) {
        T found = budgets.get(name);
        if (found == null) {
            throw new IllegalArgumentException("experiment " + experiment + " has no budget '" + name + "'; possible: "
                    + String.join(", ", new TreeSet<>(budgets.keySet())));
        }
        return found;
    }

    /** What a shell is told to repeat an experiment, by its name or its file. */
    public static String command(String source, String budget) {
        return "dnfs reproduce " + Console.word(source) + " --budget " + Console.word(budget);
    }
}
