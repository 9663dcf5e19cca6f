package io.github.dnfs4j.io.problem;

import static io.github.dnfs4j.io.problem.GraphFiles.number;

import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import java.io.IOException;
import java.io.Writer;

/**
 * DIMACS, {@code .col .clq .mis}: {@code c} comments, {@code p edge N M}, {@code n V WEIGHT} for vertices of another
 * weight than 1, and {@code e U V [WEIGHT]}. Many files name each edge in both directions; M may count either way. The
 * graphs of PACE, {@code .gr}, begin with {@code p tw N M} or {@code p td N M} and name edges without the {@code e}.
 */
final class Dimacs {
    private Dimacs() {}

    static Graph read(Lines lines, int mostVertices) throws IOException {
        if (!lines.nextContent('c')) {
            throw lines.bad("the line 'p edge N M' is missing");
        }
        if (!lines.word("the kind of line").equals("p")) {
            throw lines.bad("the first line that is no comment must be 'p edge N M'; edges without it can be read as"
                    + " lines 'U V' with --format edges");
        }
        boolean pace = pace(lines);
        int n = GraphFiles.vertices(lines, 0, mostVertices);
        int announced = lines.integer("the number of edges", 0, Integer.MAX_VALUE);
        lines.end();
        GraphBuilder builder = Graph.builder();
        Terms weights = new Terms();
        while (lines.nextContent('c')) {
            String kind = pace ? "e" : lines.word("the kind of line");
            switch (kind) {
                case "e" -> edge(lines, n, builder);
                case "n" -> {
                    int v = lines.integer("vertex", 1, n) - 1;
                    weights.add(v, v, lines.number("weight"));
                }
                default -> throw lines.bad("a line must begin with c, e or n, not '" + kind + "'");
            }
            lines.end();
        }
        lines.afford(n);
        Graph graph = builder.build(n);
        if (announced != builder.added() && announced != graph.edges() && announced != 2L * graph.edges()) {
            throw lines.bad(announced + " edges are announced, " + builder.added() + " are there");
        }
        return graph.withVertexWeights(weights.linearTerms() == 0 ? null : weights.linear(lines, n, 1));
    }

    /** Whether edges stand without an {@code e}; of the other problems of DIMACS some are no graphs. */
    private static boolean pace(Lines lines) throws IOException {
        String kind = lines.word("the kind of problem");
        switch (kind) {
            case "tw", "td" -> {
                return true;
            }
            case "qubo" -> throw lines.bad("this is an energy in the format qbsolv, not a graph");
            case "cnf", "wcnf", "sp", "max", "min", "asn" ->
                throw lines.bad("the problem '" + kind + "' is not an undirected graph");
            default -> {
                return false;
            }
        }
    }

    private static void edge(Lines lines, int n, GraphBuilder builder) throws IOException {
        int u = lines.integer("vertex", 1, n);
        int v = lines.integer("vertex", 1, n);
        if (u == v) {
            throw lines.bad("an edge from vertex " + u + " to itself");
        }
        builder.edge(u - 1, v - 1, lines.more() ? lines.number("weight") : 1);
    }

    static void write(Writer out, Graph graph) throws IOException {
        out.write("p edge " + graph.vertices() + " " + graph.edges() + "\n");
        if (graph.hasVertexWeights()) {
            for (int v = 0; v < graph.vertices(); v++) {
                out.write("n " + (v + 1) + " " + number(graph.vertexWeight(v)) + "\n");
            }
        }
        for (int u = 0; u < graph.vertices(); u++) {
            for (int p = graph.start(u); p < graph.start(u + 1); p++) {
                if (graph.neighbour(p) > u) {
                    String weight = graph.hasEdgeWeights() ? " " + number(graph.weightAt(p)) : "";
                    out.write("e " + (u + 1) + " " + (graph.neighbour(p) + 1) + weight + "\n");
                }
            }
        }
    }
}
