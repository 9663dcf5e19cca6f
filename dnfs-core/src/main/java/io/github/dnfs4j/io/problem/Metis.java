package io.github.dnfs4j.io.problem;

import static io.github.dnfs4j.io.problem.GraphFiles.number;

import io.github.dnfs4j.io.format.DoubleList;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import java.io.IOException;
import java.io.Writer;

/**
 * METIS, {@code .graph}: {@code %} comments, {@code N M [FMT [NCON]]}, then line i with the neighbours of vertex i; an
 * empty line is a vertex without any. FMT 1 puts a weight behind each neighbour, 10 a weight before all of them.
 */
final class Metis {
    private Metis() {}

    static Graph read(Lines lines, int mostVertices) throws IOException {
        if (!lines.nextContent('%')) {
            throw lines.bad("the line 'N M' is missing");
        }
        int n = GraphFiles.vertices(lines, 0, mostVertices);
        int announced = lines.integer("the number of edges", 0, Integer.MAX_VALUE / 2);
        int format = lines.more() ? format(lines) : 0;
        if (lines.more()) {
            lines.integer("the number of weights of a vertex", 1, 1);
        }
        lines.end();
        boolean edgeWeights = format % 10 == 1;
        DoubleList vertexWeights = format / 10 == 1 ? new DoubleList() : null;
        GraphBuilder builder = Graph.builder();
        // Every edge must be in the lists of both its ends: the sums over either direction are then the same.
        long up = 0;
        long down = 0;
        long entries = 0;
        for (int u = 0; u < n; u++) {
            if (!nextVertex(lines)) {
                if (vertexWeights != null) {
                    throw lines.bad("the file ends after " + u + " of " + n + " vertices");
                }
                break; // the lines of vertices without neighbours may be missing at the end
            }
            if (vertexWeights != null) {
                vertexWeights.add(lines.number("the weight of vertex " + (u + 1)));
            }
            while (lines.more()) {
                int v = lines.integer("neighbour", 1, n) - 1;
                double weight = edgeWeights ? lines.number("weight") : 1;
                entries++;
                if (v == u) {
                    throw lines.bad("an edge from vertex " + (u + 1) + " to itself");
                } else if (u < v) {
                    up += mixed(u, v, weight);
                    builder.edge(u, v, weight);
                } else {
                    down += mixed(v, u, weight);
                }
            }
        }
        if (lines.nextContent('%')) {
            throw lines.bad("there are more lines than " + n + " vertices");
        }
        lines.afford(n);
        Graph graph = builder.build(n);
        if (up != down || graph.edges() != builder.added()) {
            throw lines.badFile("the lists do not agree: an edge must be once in the list of each of its ends");
        }
        if (entries != 2L * announced) {
            throw lines.badFile(announced + " edges are announced, " + entries / 2 + " are there");
        }
        return graph.withVertexWeights(vertexWeights == null ? null : vertexWeights.toArray());
    }

    private static int format(Lines lines) throws IOException {
        int format = lines.integer("the format", 0, 111);
        if (format % 10 > 1 || format / 10 > 1) {
            throw lines.bad("the format must be 0, 1, 10 or 11, not " + format);
        }
        return format;
    }

    private static boolean nextVertex(Lines lines) throws IOException {
        while (lines.next()) {
            if (lines.first() != '%') {
                return true;
            }
        }
        return false;
    }

    /** A number for an edge, so that sums of them differ unless the edges are the same. */
    static long mixed(int u, int v, double weight) {
        long h = ((long) u << 32 | v) * 0x9E3779B97F4A7C15L ^ Double.doubleToLongBits(weight);
        h = (h ^ h >>> 32) * 0xD6E8FEB86659FD93L;
        return h ^ h >>> 29;
    }

    static void write(Writer out, Graph graph) throws IOException {
        String format = (graph.hasVertexWeights() ? " 1" : graph.hasEdgeWeights() ? " " : "")
                + (graph.hasEdgeWeights() ? "1" : graph.hasVertexWeights() ? "0" : "");
        out.write(graph.vertices() + " " + graph.edges() + format + "\n");
        StringBuilder line = new StringBuilder();
        for (int u = 0; u < graph.vertices(); u++) {
            line.setLength(0);
            if (graph.hasVertexWeights()) {
                line.append(number(graph.vertexWeight(u)));
            }
            for (int p = graph.start(u); p < graph.start(u + 1); p++) {
                line.append(line.isEmpty() ? "" : " ").append(graph.neighbour(p) + 1);
                if (graph.hasEdgeWeights()) {
                    line.append(' ').append(number(graph.weightAt(p)));
                }
            }
            out.append(line.append('\n'));
        }
    }
}
