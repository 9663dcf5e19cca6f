package io.github.dnfs4j.io.problem;

import static io.github.dnfs4j.io.problem.GraphFiles.number;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/**
 * MatrixMarket, {@code .mtx}: {@code %%MatrixMarket matrix coordinate FIELD SYMMETRY}, {@code ROWS COLS ENTRIES}, then
 * {@code I J [VALUE]}, numbered from 1. As a graph an entry is an edge, in whichever triangle it stands, and the
 * diagonal is left out. As an energy the matrix is Q of {@code x'Qx}, so that an entry of a symmetric matrix off the
 * diagonal counts twice.
 */
final class MatrixMarket {
    private MatrixMarket() {}

    /** The first lines. */
    private record Header(int size, int entries, boolean values, boolean symmetric) {}

    /** What is done with each entry. */
    private interface Entry {
        void of(int i, int j, double value);
    }

    private static Header header(Lines lines, int mostVertices) throws IOException {
        if (!lines.next() || !lines.word("%%MatrixMarket").equals("%%MatrixMarket")) {
            throw lines.bad("the first line must begin with %%MatrixMarket");
        }
        oneOf(lines, "the object", "matrix");
        oneOf(lines, "the layout", "coordinate");
        String field = oneOf(lines, "the field", "pattern", "integer", "real");
        String symmetry = oneOf(lines, "the symmetry", "symmetric", "general");
        lines.end();
        if (!lines.nextContent('%')) {
            throw lines.bad("the line 'ROWS COLS ENTRIES' is missing");
        }
        int n = GraphFiles.vertices(lines, 0, mostVertices);
        if (lines.integer("the number of columns", 0, Integer.MAX_VALUE) != n) {
            throw lines.bad("the matrix is not square");
        }
        int entries = lines.integer("the number of entries", 0, Integer.MAX_VALUE);
        lines.end();
        return new Header(n, entries, !field.equals("pattern"), symmetry.equals("symmetric"));
    }

    private static String oneOf(Lines lines, String what, String... known) throws IOException {
        String word = lines.word(what).toLowerCase(Locale.ROOT);
        for (String k : known) {
            if (k.equals(word)) {
                return k;
            }
        }
        throw lines.bad(what + " must be " + String.join(" or ", known) + ", not '" + word + "'");
    }

    private static void entries(Lines lines, Header header, Entry entry) throws IOException {
        long count = 0;
        while (lines.nextContent('%')) {
            int i = lines.integer("row", 1, header.size());
            int j = lines.integer("column", 1, header.size());
            entry.of(i - 1, j - 1, header.values() ? lines.number("value") : 1);
            lines.end();
            count++;
        }
        if (count != header.entries()) {
            throw lines.bad(header.entries() + " entries are announced, " + count + " are there");
        }
        lines.afford(header.size());
    }

    /** Every entry once: row I of a general matrix is a vertex here, and column J another one. */
    private static final class Once {
        private final GraphBuilder places = Graph.builder();
        private final Header header;

        Once(Header header) {
            this.header = header;
        }

        void add(int i, int j) {
            boolean below = header.symmetric() && i < j;
            places.edge(below ? j : i, (below ? i : j) + header.size());
        }

        void check(Lines lines) throws FormatException {
            if (places.build(2 * header.size()).edges() != places.added()) {
                throw lines.badFile("an entry of the matrix is there twice");
            }
        }
    }

    static Graph readGraph(Lines lines, int mostVertices) throws IOException {
        Header header = header(lines, mostVertices);
        GraphBuilder builder = Graph.builder();
        Once once = new Once(header);
        entries(lines, header, (i, j, value) -> {
            once.add(i, j);
            if (i != j) {
                builder.edge(i, j, value);
            }
        });
        once.check(lines);
        return builder.build(header.size());
    }

    static QuadraticForm readEnergy(Lines lines, int mostVertices) throws IOException {
        Header header = header(lines, mostVertices);
        Terms terms = new Terms();
        Once once = new Once(header);
        entries(lines, header, (i, j, value) -> {
            once.add(i, j);
            terms.add(i, j, i != j && header.symmetric() ? 2 * value : value);
        });
        once.check(lines);
        return terms.build(Variables.BINARY, header.size(), 0);
    }

    static void writeGraph(Writer out, Graph graph) throws IOException {
        out.write("%%MatrixMarket matrix coordinate " + (graph.hasEdgeWeights() ? "real" : "pattern") + " symmetric\n"
                + graph.vertices() + " " + graph.vertices() + " " + graph.edges() + "\n");
        for (int u = 0; u < graph.vertices(); u++) {
            for (int p = graph.start(u); p < graph.start(u + 1) && graph.neighbour(p) < u; p++) {
                String value = graph.hasEdgeWeights() ? " " + number(graph.weightAt(p)) : "";
                out.write((u + 1) + " " + (graph.neighbour(p) + 1) + value + "\n");
            }
        }
    }

    static void writeEnergy(Writer out, QuadraticForm form) throws IOException {
        int n = form.size();
        long entries = (long) n + form.couplings().edges();
        out.write("%%MatrixMarket matrix coordinate real general\n" + n + " " + n + " " + entries + "\n");
        Terms.write(out, form, 1);
    }
}
