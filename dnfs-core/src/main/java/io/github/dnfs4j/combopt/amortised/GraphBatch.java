package io.github.dnfs4j.combopt.amortised;

import io.github.dnfs4j.target.Graph;
import java.util.Arrays;
import java.util.List;

/**
 * Graphs padded to the largest of them, d vertices, with the distances by which a network can tell them apart.
 *
 * @param graphs one a row
 */
public record GraphBatch(List<Graph> graphs) {
    /** The distance of vertices that no path joins, and of padded ones. */
    public static final int UNREACHABLE = 255;

    public GraphBatch {
        graphs = List.copyOf(graphs);
        if (graphs.isEmpty()) {
            throw new IllegalArgumentException("a batch needs at least one graph");
        }
    }

    /** d, the vertices of the largest graph. */
    public int sites() {
        return graphs.stream().mapToInt(Graph::vertices).max().orElseThrow();
    }

    /**
     * Shortest paths in edges, unsigned bytes [graphs, d, d]: 0 on the diagonal, at most 254, {@link #UNREACHABLE} where
     * there is no path.
     */
    public byte[] distances() {
        int d = sites();
        byte[] all = new byte[Math.multiplyExact(graphs.size(), Math.multiplyExact(d, d))];
        Arrays.fill(all, (byte) UNREACHABLE);
        int[] queue = new int[d];
        for (int k = 0; k < graphs.size(); k++) {
            for (int v = 0; v < graphs.get(k).vertices(); v++) {
                search(graphs.get(k), v, all, (k * d + v) * d, queue);
            }
        }
        return all;
    }

    /** Breadth first from v; row {@code from} of the matrix says which vertices were reached already. */
    private static void search(Graph graph, int v, byte[] distance, int from, int[] queue) {
        int head = 0;
        int tail = 0;
        distance[from + v] = 0;
        queue[tail++] = v;
        while (head < tail) {
            int u = queue[head++];
            int next = Math.min((distance[from + u] & 0xff) + 1, UNREACHABLE - 1);
            for (int p = graph.start(u); p < graph.start(u + 1); p++) {
                int w = graph.neighbour(p);
                if ((distance[from + w] & 0xff) == UNREACHABLE) {
                    distance[from + w] = (byte) next;
                    queue[tail++] = w;
                }
            }
        }
    }
}
