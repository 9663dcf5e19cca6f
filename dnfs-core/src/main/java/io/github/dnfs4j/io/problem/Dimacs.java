package io.github.dnfs4j.io.problem;

import static io.github.dnfs4j.io.problem.GraphFiles.number;

import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * DIMACS, {@code .col .clq .mis}: {@code c} comments, {@code p edge N M}, {@code n V WEIGHT} for vertices of another
 * weight than 1, and {@code e U V [WEIGHT]}. Many files name each edge in both directions; M may count either way.
 */
final class Dimacs {
    private Dimacs() {}

    static Graph read(Lines lines, int mostVertices) throws IOException {
        if (!lines.nextContent('c')) {
            throw lines.bad("the line 'p edge N M' is missing");
        }
        if (!lines.word("the kind of line").equals("p")) {
            throw lines.bad("the first line that is no comment must be 'p edge N M'");
        }
        lines.word("the kind of problem");
        int n = GraphFiles.vertices(lines, 0, mostVertices);
        int announced = lines.integer("the number of edges", 0, Integer.MAX_VALUE);
        lines.end();
        GraphBuilder builder = Graph.builder();
        double[] weights = null;
        while (lines.nextContent('c')) {
            String kind = lines.word("the kind of line");
            switch (kind) {
                case "e" -> edge(lines, n, builder);
                case "n" -> weights = weight(lines, n, weights);
                default -> throw lines.bad("a line must begin with c, e or n, not '" + kind + "'");
            }
            lines.end();
        }
        Graph graph = builder.build(n);
        if (announced != builder.added() && announced != graph.edges() && announced != 2L * graph.edges()) {
            throw lines.bad(announced + " edges are announced, " + builder.added() + " are there");
        }
        return graph.withVertexWeights(weights);
    }

    private static void edge(Lines lines, int n, GraphBuilder builder) throws IOException {
        int u = lines.integer("vertex", 1, n);
        int v = lines.integer("vertex", 1, n);
        if (u == v) {
            throw lines.bad("an edge from vertex " + u + " to itself");
        }
        builder.edge(u - 1, v - 1, lines.more() ? lines.number("weight") : 1);
    }

    private static double[] weight(Lines lines, int n, double @Nullable [] known) throws IOException {
        int v = lines.integer("vertex", 1, n);
        double[] weights = known;
        if (weights == null) {
            weights = new double[n];
            Arrays.fill(weights, 1);
        }
        weights[v - 1] = lines.number("weight");
        return weights;
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
