package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * What is left of a graph when vertices that a set of largest weight can do with or without are decided, as long as there
 * are such. N(v) are the neighbours of v that are left; a set that takes v none of them.
 *
 * <pre>{@code
 * w_v >= sum of w_u over N(v)                    take v
 * uv an edge, w_u <= w_v, N(v) - u within N(u)   leave u out: v can always take its place
 * N(v) a clique, each w_u > w_v                  v comes if none of N(v) does: w_u -= w_v
 * }</pre>
 *
 * Of sparse graphs often little remains, the less the more their weights differ.
 *
 * @param graph the rest
 * @param number which vertex of the original each of its vertices is
 * @param whole the original
 * @param later vertices that come if none of their neighbours does, who is decided last at the end
 */
record Kernel(Graph graph, int[] number, Graph whole, int[] later) {
    /** Beyond so many neighbours only the first rule is tried. */
    private static final int FEW = 12;

    /** The graph without the vertices that weigh nothing or less, which no set or clique needs. */
    static Kernel positive(Graph graph) {
        return new Reduction(graph).rest();
    }

    static Kernel of(Graph graph) {
        Reduction reduction = new Reduction(graph);
        reduction.run();
        return reduction.rest();
    }

    /** The vertices that are still there, with what they weigh by now. */
    private static final class Reduction {
        private final Graph graph;
        private final int n;
        private final boolean[] gone;
        private final double[] weight;
        private final int[] degree;
        private final int[] later;
        private int decided;
        private final ArrayDeque<Integer> queue = new ArrayDeque<>();
        private final boolean[] queued;

        Reduction(Graph graph) {
            this.graph = graph;
            n = graph.vertices();
            gone = new boolean[n];
            weight = new double[n];
            degree = new int[n];
            later = new int[n];
            queued = new boolean[n];
            for (int v = 0; v < n; v++) {
                weight[v] = graph.vertexWeight(v);
                gone[v] = weight[v] <= 0;
            }
        }

        void run() {
            for (int v = 0; v < n; v++) {
                for (int p = graph.start(v); p < graph.start(v + 1); p++) {
                    degree[v] += gone[graph.neighbour(p)] ? 0 : 1;
                }
                look(v);
            }
            while (!queue.isEmpty()) {
                int v = queue.remove();
                queued[v] = false;
                if (!gone[v]) {
                    decide(v);
                }
            }
        }

        private void look(int v) {
            if (!gone[v] && !queued[v]) {
                queued[v] = true;
                queue.add(v);
            }
        }

        private void decide(int v) {
            double around = 0;
            for (int p = graph.start(v); p < graph.start(v + 1) && around <= weight[v]; p++) {
                around += gone[graph.neighbour(p)] ? 0 : weight[graph.neighbour(p)];
            }
            if (around <= weight[v]) {
                take(v);
            } else if (degree[v] <= FEW) {
                int[] near = near(v);
                boolean clique = true;
                for (int u : near) {
                    boolean all = all(near, u);
                    clique &= all;
                    if (all && weight[u] <= weight[v]) {
                        drop(u);
                        return; // and v is looked at again
                    }
                }
                if (clique) {
                    pass(v, near);
                }
            }
        }

        private void take(int v) {
            int[] near = near(v);
            gone[v] = true;
            later[decided++] = v;
            for (int u : near) {
                drop(u);
            }
        }

        /** All of N(v) weigh more: what the set gains if one of them comes is the difference. */
        private void pass(int v, int[] near) {
            later[decided++] = v;
            for (int u : near) {
                weight[u] -= weight[v];
            }
            drop(v);
            for (int u : near) {
                // Lighter, it may be left out for a neighbour.
                for (int w : near(u)) {
                    look(w);
                }
            }
        }

        private void drop(int u) {
            gone[u] = true;
            for (int p = graph.start(u); p < graph.start(u + 1); p++) {
                int w = graph.neighbour(p);
                degree[w]--;
                look(w);
            }
        }

        private int[] near(int v) {
            int[] near = new int[degree[v]];
            int size = 0;
            for (int p = graph.start(v); p < graph.start(v + 1) && size < near.length; p++) {
                if (!gone[graph.neighbour(p)]) {
                    near[size++] = graph.neighbour(p);
                }
            }
            return near;
        }

        private boolean all(int[] near, int u) {
            for (int w : near) {
                if (w != u && !graph.adjacent(u, w)) {
                    return false;
                }
            }
            return true;
        }

        Kernel rest() {
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
                weights[k] = weight[number[k]];
            }
            Graph left = builder.build(kept).withVertexWeights(graph.hasVertexWeights() ? weights : null);
            return new Kernel(left, Arrays.copyOf(number, kept), graph, Arrays.copyOf(later, decided));
        }
    }

    /** A set of the original from one of the rest, which weighs as much more than that of the empty set as it does. */
    byte[] lift(byte[] x) {
        byte[] all = new byte[whole.vertices()];
        for (int k = 0; k < x.length; k++) {
            all[number[k]] = x[k];
        }
        for (int k = later.length - 1; k >= 0; k--) {
            all[later[k]] = (byte) (free(all, later[k]) ? 1 : 0);
        }
        return all;
    }

    private boolean free(byte[] set, int v) {
        for (int p = whole.start(v); p < whole.start(v + 1); p++) {
            if (set[whole.neighbour(p)] == 1) {
                return false;
            }
        }
        return true;
    }
}
