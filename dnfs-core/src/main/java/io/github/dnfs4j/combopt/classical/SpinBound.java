package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.Arrays;

/**
 * An energy that no state goes below. In spins it is {@code c + sum J_e s_u s_v}, fields being couplings to a vertex that
 * stays, and at best every term is {@code -|J_e|}. But along a closed walk whose signs multiply to the wrong one, at least
 * one term is not; such walks W get weights y, no edge more than it has:
 *
 * <pre>{@code
 * E >= c - sum |J_e| + 2 sum y_W,   sum over W of (times e is in W) y_W <= |J_e|
 * }</pre>
 *
 * Walks are found shortest first, by searching from each vertex v the graph in which a vertex is there once with each
 * sign, from v+ to v-. All numbers are exact binary fractions, and the bound is rounded up to an energy that states have.
 */
final class SpinBound {
    private static final int LONGEST = 12;

    private final Deadline deadline;
    private final Graph graph;
    private final int n;
    /** What is left of each edge, at both its places in the lists. */
    private final double[] left;

    private final int[] back;
    private final int[] from;
    private final int[] by;
    private final int[] depth;
    private final int[] queue;
    private double bound;

    private SpinBound(Graph graph, double constant, Deadline deadline) {
        this.graph = graph;
        this.deadline = deadline;
        n = graph.vertices();
        left = new double[2 * graph.edges()];
        back = new int[left.length];
        from = new int[2 * n];
        by = new int[2 * n];
        depth = new int[2 * n];
        queue = new int[2 * n];
        bound = constant;
        int[] next = new int[n];
        for (int v = 0; v < n; v++) {
            next[v] = graph.start(v);
        }
        for (int u = 0; u < n; u++) {
            for (int p = graph.start(u); p < graph.start(u + 1); p++) {
                left[p] = Math.abs(graph.weightAt(p));
                bound -= left[p] / 2;
                int v = graph.neighbour(p);
                if (v > u) {
                    back[p] = next[v];
                    back[next[v]++] = p;
                }
            }
        }
        Arrays.fill(depth, -1);
    }

    /** Of an energy of exact numbers, as good as the time allows. */
    static double of(QuadraticForm binary, Deadline deadline) {
        int n = binary.size();
        double[] field = new double[n];
        double[] constant = {binary.offset()};
        GraphBuilder builder = Graph.builder();
        for (int v = 0; v < n; v++) {
            field[v] = binary.linear(v) / 2;
            constant[0] += binary.linear(v) / 2;
        }
        Graph couplings = binary.couplings();
        couplings.forEachEdge((u, v, w) -> {
            field[u] += w / 4;
            field[v] += w / 4;
            constant[0] += w / 4;
            builder.edge(u, v, w / 4);
        });
        for (int v = 0; v < n; v++) {
            if (field[v] != 0) {
                builder.edge(v, n, field[v]);
            }
        }
        SpinBound b = new SpinBound(builder.buildSummed(n + 1), constant[0], deadline);
        b.pack();
        return Units.up(b.bound, binary.offset(), Units.grain(binary));
    }

    private void pack() {
        boolean found = true;
        for (int length = 3; length <= LONGEST && !deadline.passed(); length++) {
            for (int v = 0; v < n; v++) {
                do {
                    found = walk(v, length);
                    if (deadline.passed(length)) {
                        return;
                    }
                } while (found);
            }
        }
    }

    /** Looks for a walk of at most this length from v with its one sign to v with the other, and packs it. */
    private boolean walk(int v, int length) {
        int head = 0;
        int tail = 0;
        queue[tail++] = 2 * v;
        depth[2 * v] = 0;
        int goal = 2 * v + 1;
        while (head < tail && depth[goal] < 0) {
            int at = queue[head++];
            if (depth[at] == length) {
                break;
            }
            int u = at >> 1;
            for (int p = graph.start(u); p < graph.start(u + 1); p++) {
                if (left[p] > 0) {
                    // A term is lowest when the spins differ, if J > 0.
                    int to = 2 * graph.neighbour(p) | (at & 1) ^ (graph.weightAt(p) > 0 ? 1 : 0);
                    if (depth[to] < 0) {
                        depth[to] = depth[at] + 1;
                        from[to] = at;
                        by[to] = p;
                        queue[tail++] = to;
                    }
                }
            }
        }
        boolean found = depth[goal] > 0;
        if (found) {
            take(2 * v, goal);
        }
        for (int k = 0; k < tail; k++) {
            depth[queue[k]] = -1;
        }
        return found;
    }

    private void take(int start, int goal) {
        double least = Double.POSITIVE_INFINITY;
        for (int at = goal; at != start; at = from[at]) {
            int times = 0;
            for (int other = goal; other != start; other = from[other]) {
                times += by[other] == by[at] || by[other] == back[by[at]] ? 1 : 0;
            }
            least = Math.min(least, left[by[at]] / times);
        }
        for (int at = goal; at != start; at = from[at]) {
            left[by[at]] -= least;
            left[back[by[at]]] = left[by[at]];
        }
        bound += 2 * least;
    }
}
