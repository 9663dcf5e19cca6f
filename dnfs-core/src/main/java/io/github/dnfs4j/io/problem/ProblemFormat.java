package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.io.FormatException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The formats of graphs and of quadratic energies, and the names by which files give them away. */
public enum ProblemFormat {
    DIMACS(true, false, "col", "clq", "mis", "dimacs"),
    METIS(true, false, "graph", "metis"),
    RUDY(true, false, "rudy", "mc", "gset"),
    MTX(true, true, "mtx"),
    QBSOLV(false, true, "qubo", "qbsolv"),
    COO(false, true, "coo"),
    BQM(false, true, "json", "bqm");

    private final boolean graphs;
    private final boolean energies;
    private final List<String> extensions;

    ProblemFormat(boolean graphs, boolean energies, String... extensions) {
        this.graphs = graphs;
        this.energies = energies;
        this.extensions = List.of(extensions);
    }

    /** Whether it can hold a graph. */
    public boolean graphs() {
        return graphs;
    }

    /** Whether it can hold a quadratic energy. */
    public boolean energies() {
        return energies;
    }

    /** The usual ending of a file's name, without the dot. */
    public String extension() {
        return extensions.get(0);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** By its name, as for {@code --format}. */
    public static ProblemFormat parse(String name) {
        return Arrays.stream(values())
                .filter(f -> f.toString().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("unknown format '" + name + "'; possible: " + names(f -> true)));
    }

    /** By the name of a file; the files of Gset are called G1, G2, ... */
    public static Optional<ProblemFormat> of(Path file) {
        String name = String.valueOf(file.getFileName());
        if (name.matches("G[0-9]{1,2}(\\.txt)?")) {
            return Optional.of(RUDY);
        }
        String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(f -> name.contains(".") && f.extensions.contains(extension))
                .findFirst();
    }

    /**
     * The format that a name or, without one, the file's ending says.
     *
     * @param holds what the file must hold
     * @param refusal of a format that cannot
     */
    static ProblemFormat chosen(
            Path file,
            String nameOrEmpty,
            Predicate<ProblemFormat> holds,
            Function<ProblemFormat, IllegalArgumentException> refusal)
            throws FormatException {
        ProblemFormat format = nameOrEmpty.isEmpty()
                ? of(file).orElseThrow(() -> new FormatException(
                        file, "cannot tell the format from the name; say --format, one of " + names(holds)))
                : parse(nameOrEmpty);
        if (!holds.test(format)) {
            throw refusal.apply(format);
        }
        return format;
    }

    static String names(Predicate<ProblemFormat> which) {
        return Arrays.stream(values())
                .filter(which)
                .map(ProblemFormat::toString)
                .collect(Collectors.joining(", "));
    }
}
