package io.github.dnfs4j.io.problem;

import static io.github.dnfs4j.io.problem.GraphFiles.number;

import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import java.io.IOException;
import java.io.Writer;

/** What rudy writes and Gset holds: {@code N M}, then {@code U V [WEIGHT]}, each edge once; {@code #} comments. */
final class Rudy {
    private Rudy() {}

    static Graph read(Lines lines, int mostVertices) throws IOException {
        if (!lines.nextContent('#')) {
            throw lines.bad("the line 'N M' is missing");
        }
        int n = GraphFiles.vertices(lines, 0, mostVertices);
        int announced = lines.integer("the number of edges", 0, Integer.MAX_VALUE);
        lines.end();
        GraphBuilder builder = Graph.builder();
        while (lines.nextContent('#')) {
            int u = lines.integer("vertex", 1, n);
            int v = lines.integer("vertex", 1, n);
            if (u == v) {
                throw lines.bad("an edge from vertex " + u + " to itself");
            }
            builder.edge(u - 1, v - 1, lines.more() ? lines.number("weight") : 1);
            lines.end();
        }
        if (announced != builder.added()) {
            throw lines.bad(announced + " edges are announced, " + builder.added() + " are there");
        }
        lines.afford(n);
        Graph graph = builder.build(n);
        if (graph.edges() != builder.added()) {
            throw lines.badFile("an edge is there twice");
        }
        return graph;
    }

    static void write(Writer out, Graph graph) throws IOException {
        out.write(graph.vertices() + " " + graph.edges() + "\n");
        for (int u = 0; u < graph.vertices(); u++) {
            for (int p = graph.start(u); p < graph.start(u + 1); p++) {
                if (graph.neighbour(p) > u) {
                    out.write((u + 1) + " " + (graph.neighbour(p) + 1) + " " + number(graph.weightAt(p)) + "\n");
                }
            }
        }
    }
}
