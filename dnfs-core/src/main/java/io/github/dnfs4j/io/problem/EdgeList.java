package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.DoubleList;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import java.io.IOException;
import java.util.Arrays;

/**
 * A plain list of edges: {@code U V [WEIGHT]}, {@code #} and {@code %} comments, no header. The vertices are the numbers
 * that occur, whichever they are, and keep them; a vertex without an edge cannot be told.
 */
final class EdgeList {
    private static final long LARGEST = 1L << 53;

    private EdgeList() {}

    static NamedGraph read(Lines lines, int mostVertices) throws IOException {
        DoubleList ends = new DoubleList();
        DoubleList weights = new DoubleList();
        while (lines.nextContent('#')) {
            if (lines.first() == '%') {
                continue;
            }
            long u = lines.whole("vertex", 0, LARGEST);
            long v = lines.whole("vertex", 0, LARGEST);
            if (u == v) {
                throw lines.bad("an edge from vertex " + u + " to itself");
            }
            ends.add(u);
            ends.add(v);
            weights.add(lines.more() ? lines.number("weight") : 1);
            lines.end();
        }
        if (ends.size() == 0) {
            throw lines.bad("there are no edges");
        }
        long[] numbers = distinct(ends);
        if (numbers.length > mostVertices) {
            throw GraphFiles.tooMany(lines, numbers.length, mostVertices);
        }
        return new NamedGraph(graph(lines, ends, weights, numbers), ProblemFormat.EDGES, numbers);
    }

    private static Graph graph(Lines lines, DoubleList ends, DoubleList weights, long[] numbers)
            throws FormatException {
        GraphBuilder builder = Graph.builder();
        for (int k = 0; k < weights.size(); k++) {
            int u = Arrays.binarySearch(numbers, (long) ends.get(2 * k));
            int v = Arrays.binarySearch(numbers, (long) ends.get(2 * k + 1));
            builder.edge(u, v, weights.get(k));
        }
        Graph graph = builder.build(numbers.length);
        // Once, or once in each direction.
        if (graph.edges() != builder.added() && 2L * graph.edges() != builder.added()) {
            throw lines.badFile("some edges are there twice and others are not");
        }
        return graph;
    }

    private static long[] distinct(DoubleList ends) {
        long[] all = new long[ends.size()];
        for (int k = 0; k < all.length; k++) {
            all[k] = (long) ends.get(k);
        }
        Arrays.sort(all);
        int kept = 0;
        for (int k = 0; k < all.length; k++) {
            if (k == 0 || all[k] != all[k - 1]) {
                all[kept++] = all[k];
            }
        }
        return Arrays.copyOf(all, kept);
    }
}
