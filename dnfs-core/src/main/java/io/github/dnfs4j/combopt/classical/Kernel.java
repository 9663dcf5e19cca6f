package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * What is left of a graph when vertices that belong to some independent set of largest weight are taken, with their
 * neighbours, until there are none: vertices whose neighbours, at most two, are all adjacent to each other and none of
 * them heavier. Of sparse graphs often little remains.
 *
 * @param graph the rest
 * @param number which vertex of the original each of its vertices is
 * @param taken 1 for the vertices that were taken
 */
record Kernel(Graph graph, int[] number, byte[] taken) {
    /** The graph without the vertices that weigh nothing or less, which no set or clique needs. */
    static Kernel positive(Graph graph) {
        return rest(graph, worthless(graph), new byte[graph.vertices()]);
    }

    private static boolean[] worthless(Graph graph) {
        boolean[] gone = new boolean[graph.vertices()];
        for (int v = 0; v < gone.length; v++) {
            gone[v] = graph.vertexWeight(v) <= 0;
        }
        return gone;
    }

    static Kernel of(Graph graph) {
        int n = graph.vertices();
        boolean[] gone = worthless(graph);
        byte[] taken = new byte[n];
        int[] degree = new int[n];
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        for (int v = 0; v < n; v++) {
            for (int p = graph.start(v); p < graph.start(v + 1); p++) {
                degree[v] += gone[graph.neighbour(p)] ? 0 : 1;
            }
            if (degree[v] <= 2) {
                queue.add(v);
            }
        }
        while (!queue.isEmpty()) {
            int v = queue.remove();
            if (gone[v] || degree[v] > 2 || !simplicial(graph, gone, v)) {
                continue;
            }
            taken[v] = 1;
            gone[v] = true;
            for (int p = graph.start(v); p < graph.start(v + 1); p++) {
                int u = graph.neighbour(p);
                if (!gone[u]) {
                    gone[u] = true;
                    for (int q = graph.start(u); q < graph.start(u + 1); q++) {
                        int w = graph.neighbour(q);
                        if (!gone[w] && --degree[w] <= 2) {
                            queue.add(w);
                        }
                    }
                }
            }
        }
        return rest(graph, gone, taken);
    }

    private static boolean simplicial(Graph graph, boolean[] gone, int v) {
        int first = -1;
        for (int p = graph.start(v); p < graph.start(v + 1); p++) {
            int u = graph.neighbour(p);
            if (!gone[u]) {
                if (graph.vertexWeight(u) > graph.vertexWeight(v) || first >= 0 && !graph.adjacent(first, u)) {
                    return false;
                }
                first = u;
            }
        }
        return true;
    }

    private static Kernel rest(Graph graph, boolean[] gone, byte[] taken) {
        int n = graph.vertices();
        int[] index = new int[n];
        int[] number = new int[n];
        int kept = 0;
        for (int v = 0; v < n; v++) {
            if (!gone[v]) {
                number[kept] = v;
                index[v] = kept++;
            }
        }
        GraphBuilder builder = Graph.builder();
        graph.forEachEdge((u, v, w) -> {
            if (!gone[u] && !gone[v]) {
                builder.edge(index[u], index[v]);
            }
        });
        double[] weights = new double[kept];
        for (int k = 0; k < kept; k++) {
            weights[k] = graph.vertexWeight(number[k]);
        }
        Graph left = builder.build(kept).withVertexWeights(graph.hasVertexWeights() ? weights : null);
        return new Kernel(left, Arrays.copyOf(number, kept), taken);
    }

    /** A set of the original from one of the rest. */
    byte[] lift(byte[] x) {
        byte[] all = taken.clone();
        for (int k = 0; k < x.length; k++) {
            all[number[k]] = x[k];
        }
        return all;
    }
}
