package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.torch.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The formats of graphs and of quadratic energies, and the names by which files give them away. */
public enum ProblemFormat {
    DIMACS(true, false, true, "col", "clq", "mis", "dimacs", "gr"),
    METIS(true, false, true, "graph", "metis"),
    RUDY(true, false, true, "rudy", "mc", "gset"),
    MTX(true, true, true, "mtx"),
    EDGES(true, false, false, "edges", "edgelist", "el"),
    QBSOLV(false, true, true, "qubo", "qbsolv"),
    COO(false, true, true, "coo"),
    BQM(false, true, true, "json", "bqm"),
    SPARSE(false, true, false, "sparse"),
    LP(false, true, false, "lp"),
    MPS(false, true, false, "mps", "qps");

    private final boolean graphs;
    private final boolean energies;
    private final boolean written;
    private final List<String> extensions;

    ProblemFormat(boolean graphs, boolean energies, boolean written, String... extensions) {
        this.graphs = graphs;
        this.energies = energies;
        this.written = written;
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

    /** Whether it can be written; the others are read only. */
    public boolean written() {
        return written;
    }

    /** Refuses a format that cannot hold what is wanted, an energy or else a graph. */
    void checkHolds(boolean energy) {
        if (energy && !energies) {
            throw new IllegalArgumentException("the format " + this + " holds a graph, not an energy; energies come as "
                    + names(ProblemFormat::energies));
        }
        if (!energy && !graphs) {
            throw new IllegalArgumentException("the format " + this + " holds an energy, not a graph; graphs come as "
                    + names(ProblemFormat::graphs));
        }
    }

    /** Refuses to write what it cannot hold, or what is read only. */
    void checkWrites(boolean energy) {
        checkHolds(energy);
        if (!written) {
            throw new IllegalArgumentException("the format " + this + " can be read, not written; possible: "
                    + names(f -> f.written && (f.graphs && graphs || f.energies && energies)));
        }
    }

    /** The usual ending of a file's name, without the dot. */
    public String extension() {
        return extensions.get(0);
    }

    @Override
    public String toString() {
        return Words.of(this);
    }

    /** By its name, as for {@code --format}. */
    public static ProblemFormat parse(String name) {
        return Words.parse("format", ProblemFormat.class, name);
    }

    /** By the name of a file, compressed or not; the files of Gset are called G1, G2, ... */
    public static Optional<ProblemFormat> of(Path file) {
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.(gz|bz2)$", "");
        if (name.matches("G[0-9]{1,2}(\\.txt)?")) {
            return Optional.of(RUDY);
        }
        String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(f -> name.contains(".") && f.extensions.contains(extension))
                .findFirst();
    }

    /**
     * The format that a name or, without one, the file's ending or else its content says.
     *
     * @param energy whether the file must hold an energy, else a graph
     */
    static ProblemFormat chosen(Source source, String nameOrEmpty, boolean energy) throws IOException {
        ProblemFormat format = nameOrEmpty.isEmpty() ? null : parse(nameOrEmpty);
        if (format == null) {
            format = of(source.name()).orElse(null);
        }
        if (format == null) {
            format = FormatGuess.of(source, energy);
        }
        format.checkHolds(energy);
        return format;
    }

    /** The format of a file that may not be there yet, chosen as for one that is. */
    static ProblemFormat chosen(Path file, String nameOrEmpty, boolean energy) throws IOException {
        if (nameOrEmpty.isEmpty() && of(file).isEmpty() && !Files.exists(file)) {
            throw new FormatException(
                    file,
                    "cannot tell the format from the name; say --format, one of "
                            + names(energy ? ProblemFormat::energies : ProblemFormat::graphs));
        }
        try (Source source = Source.named(file)) {
            return chosen(source, nameOrEmpty, energy);
        }
    }

    static String names(Predicate<ProblemFormat> which) {
        return Arrays.stream(values())
                .filter(which)
                .map(ProblemFormat::toString)
                .collect(Collectors.joining(", "));
    }
}
