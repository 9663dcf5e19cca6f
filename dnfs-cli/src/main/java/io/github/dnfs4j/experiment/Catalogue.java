package io.github.dnfs4j.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The experiments that come with the program, as resources {@code experiments/NAME.yaml}, and those in files. */
public final class Catalogue {
    private static final String FOLDER = "/experiments";
    private static final String EXTENSION = ".yaml";

    private Catalogue() {}

    /** By name, or from the file of that name where it ends in .yaml. */
    public static Experiment find(String name) throws IOException {
        if (name.endsWith(EXTENSION)) {
            Path file = Path.of(name);
            return Experiment.parse(file, Files.readAllBytes(file));
        }
        @Nullable Experiment known = name.matches("[\\w-]+") ? resource(name + EXTENSION) : null;
        if (known == null) {
            throw new IllegalArgumentException(
                    "unknown experiment '" + name + "'; possible: " + String.join(", ", names()));
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

    /** The text of one that comes with the program. */
    public static String text(String name) throws IOException {
        try (@Nullable InputStream in = Catalogue.class.getResourceAsStream(FOLDER + "/" + name + EXTENSION)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static @Nullable Experiment resource(String file) throws IOException {
        try (@Nullable InputStream in = Catalogue.class.getResourceAsStream(FOLDER + "/" + file)) {
            return in == null ? null : Experiment.parse(Path.of(file), in.readAllBytes());
        }
    }

    private static List<String> names() throws IOException {
        @Nullable URL folder = Catalogue.class.getResource(FOLDER);
        if (folder == null) {
            return List.of();
        }
        try {
            URI uri = folder.toURI();
            if (!uri.getScheme().equals("jar")) {
                return names(Path.of(uri));
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                return names(jar.getPath(FOLDER));
            }
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(file -> file.endsWith(EXTENSION))
                    .map(file -> file.substring(0, file.length() - EXTENSION.length()))
                    .sorted()
                    .toList();
        }
    }
}
