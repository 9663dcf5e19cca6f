package io.github.dnfs4j.io.model;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.torch.Words;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The formats of graphical models, and the names by which files give them away. */
public enum ModelFormat {
    /** Markov and Bayesian networks of the UAI competitions. */
    UAI("uai"),
    /** Bayesian networks in the Interchange Format. */
    BIF("bif"),
    /** Ising spins as lines {@code i j J} and {@code i h}. */
    SPINS("spins", "ising"),
    /** Ising spins on the weighted graphs of rudy and Gset. */
    RUDY("rudy", "mc", "gset"),
    /** Weighted MaxSAT. */
    WCNF("wcnf");

    private final List<String> extensions;

    ModelFormat(String... extensions) {
        this.extensions = List.of(extensions);
    }

    @Override
    public String toString() {
        return Words.of(this);
    }

    /** By its name, as for {@code --format}. */
    public static ModelFormat parse(String name) {
        return Words.parse("format", ModelFormat.class, name);
    }

    /** By the name of a file; the files of Gset are called G1, G2, ... */
    public static Optional<ModelFormat> of(Path file) {
        String name = String.valueOf(file.getFileName());
        if (name.matches("G[0-9]{1,2}(\\.txt)?")) {
            return Optional.of(RUDY);
        }
        String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(f -> name.contains(".") && f.extensions.contains(extension))
                .findFirst();
    }

    /** The format that a name or, without one, the file's ending says. */
    public static ModelFormat chosen(Path file, String nameOrEmpty) throws FormatException {
        if (!nameOrEmpty.isEmpty()) {
            return parse(nameOrEmpty);
        }
        return of(file).orElseThrow(() ->
                new FormatException(file, "cannot tell the format from the name; say --format, one of " + names()));
    }

    private static String names() {
        return Arrays.stream(values()).map(ModelFormat::toString).collect(Collectors.joining(", "));
    }
}
