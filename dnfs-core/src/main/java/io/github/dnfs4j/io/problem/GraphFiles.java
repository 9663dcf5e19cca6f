package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.target.Graph;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Graphs in files. Vertices are numbered from 1 in every format and from 0 here. What a reader allocates follows from
 * what it has read, up to the limit on vertices, which a few bytes can name.
 */
public final class GraphFiles {
    /** More vertices must be asked for. */
    public static final int MOST_VERTICES = 10_000_000;

    private GraphFiles() {}

    /**
     * Reads a graph of at most {@code mostVertices} vertices from a file, a pipe or {@code -}, the standard input. The
     * format is the one named, or that of the file's ending, or told from what the file holds.
     */
    public static NamedGraph read(Path file, String formatOrEmpty, int mostVertices) throws IOException {
        try (Source source = Source.of(file)) {
            return read(source, ProblemFormat.chosen(source, formatOrEmpty, false), mostVertices);
        }
    }

    /** Reads a graph of a known format, without what the file calls its vertices. */
    public static Graph read(Path file, ProblemFormat format, int mostVertices) throws IOException {
        try (Source source = Source.of(file)) {
            return read(source, format, mostVertices).graph();
        }
    }

    private static NamedGraph read(Source source, ProblemFormat format, int mostVertices) throws IOException {
        format.checkHolds(false);
        try (Lines lines = Lines.open(source)) {
            Graph graph = switch (format) {
                case DIMACS -> Dimacs.read(lines, mostVertices);
                case METIS -> Metis.read(lines, mostVertices);
                case RUDY -> Rudy.read(lines, mostVertices);
                case MTX -> MatrixMarket.readGraph(lines, mostVertices);
                default -> null;
            };
            return graph == null ? EdgeList.read(lines, mostVertices) : new NamedGraph(graph, format, new long[0]);
        } catch (IllegalArgumentException e) {
            throw new FormatException(source.name(), String.valueOf(e.getMessage()), e);
        }
    }

    /** Writes a graph in place of what the file held. */
    public static void write(Path file, Graph graph, ProblemFormat format) throws IOException {
        format.checkWrites(false);
        if (graph.hasVertexWeights() && (format == ProblemFormat.RUDY || format == ProblemFormat.MTX)) {
            throw new IllegalArgumentException("the format " + format + " has no room for weights of vertices");
        }
        AtomicFile.writeText(file, out -> {
            switch (format) {
                case DIMACS -> Dimacs.write(out, graph);
                case METIS -> Metis.write(out, graph);
                case RUDY -> Rudy.write(out, graph);
                default -> MatrixMarket.writeGraph(out, graph);
            }
        });
    }

    /** The format that a name or, without one, the file's ending or content says. */
    public static ProblemFormat format(Path file, String nameOrEmpty) throws IOException {
        return ProblemFormat.chosen(file, nameOrEmpty, false);
    }

    /** An integer where it is one, else the shortest text that reads back as the same number. */
    static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1L << 53
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    /** How many vertices a header announces, from {@code least}. */
    static int vertices(Lines lines, int least, int most) throws IOException {
        int n = lines.integer("the number of vertices", least, Integer.MAX_VALUE - 16);
        if (n > most) {
            throw tooMany(lines, n, most);
        }
        return n;
    }

    static FormatException tooMany(Lines lines, long n, int most) {
        return lines.bad(n + " vertices are more than the limit of " + most + "; --max-vertices raises it");
    }
}
