package io.github.dnfs4j.combopt;

import io.github.dnfs4j.target.Graph;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * A clique of largest weight, exactly, by branch and bound. Vertices are taken in the order of degeneracy, each with the
 * neighbours that come later, so that a sparse graph falls into many small problems. In each of them sets are bits, and
 * a greedy colouring bounds what a set can hold: a clique has at most one vertex of each colour, so no more weight than
 * the heaviest of each.
 */
final class CliqueSearch {
    private static final int CHECK = 1023;

    private final Graph graph;
    private final Deadline deadline;
    private final Consumer<byte[]> found;
    private double best;
    private boolean stopped;
    private long nodes;

    // The problem at hand: the neighbourhood of one vertex.
    private int root;
    private int[] member = new int[0];
    private double[] weight = new double[0];
    private long[][] adjacent = new long[0][];
    private long[][] sets = new long[0][];
    private int[][] orders = new int[0][];
    private double[][] bounds = new double[0][];
    private long[] rest = new long[0];
    private int[] chosen = new int[0];

    /** Looks for cliques heavier than {@code atLeast}; each that is, heavier every time, goes to {@code found}. */
    CliqueSearch(Graph graph, double atLeast, Deadline deadline, Consumer<byte[]> found) {
        this.graph = graph;
        this.best = atLeast;
        this.deadline = deadline;
        this.found = found;
    }

    /** Searches; true if it came to the end, so that the last clique found, or {@code atLeast}, is the largest. */
    boolean run() {
        int n = graph.vertices();
        int[] order = Degeneracy.order(graph);
        int[] rank = new int[n];
        for (int k = 0; k < n; k++) {
            rank[order[k]] = k;
        }
        // From the dense end: good cliques come early and prune the rest.
        for (int k = n - 1; k >= 0 && !stopped; k--) {
            solve(order[k], rank);
        }
        return !stopped;
    }

    private void solve(int v, int[] rank) {
        int k = 0;
        double sum = graph.vertexWeight(v);
        int[] later = new int[graph.degree(v)];
        for (int p = graph.start(v); p < graph.start(v + 1); p++) {
            int u = graph.neighbour(p);
            if (rank[u] > rank[v]) {
                later[k++] = u;
                sum += graph.vertexWeight(u);
            }
        }
        if (sum <= best) {
            return;
        }
        root = v;
        localise(Arrays.copyOf(later, k));
        long[] all = sets[0];
        Arrays.fill(all, 0);
        for (int i = 0; i < k; i++) {
            all[i >> 6] |= 1L << i;
        }
        if (k == 0) {
            report(0, graph.vertexWeight(v));
        } else {
            expand(0, graph.vertexWeight(v));
        }
    }

    /** Bits of the neighbourhood, its vertices by falling degree, which makes for few colours. */
    private void localise(int[] vertices) {
        int k = vertices.length;
        int words = (k + 63) >> 6;
        int[] sorted = Arrays.copyOf(vertices, k);
        Arrays.sort(sorted);
        int[] degree = new int[k];
        for (int i = 0; i < k; i++) {
            degree[i] = common(sorted, sorted[i], null);
        }
        long[] keys = new long[k];
        for (int i = 0; i < k; i++) {
            keys[i] = (long) (k - degree[i]) << 32 | i;
        }
        Arrays.sort(keys);
        member = new int[k];
        int[] number = new int[k];
        weight = new double[k];
        for (int i = 0; i < k; i++) {
            int at = (int) keys[i];
            member[i] = sorted[at];
            number[at] = i;
            weight[i] = graph.vertexWeight(member[i]);
        }
        adjacent = new long[k][words];
        for (int i = 0; i < k; i++) {
            long[] row = adjacent[i];
            common(sorted, member[i], at -> row[number[at] >> 6] |= 1L << number[at]);
        }
        if (sets.length == 0 || sets[0].length < words) {
            sets = new long[0][];
        }
        deepen(1, words, k);
        rest = new long[words];
        chosen = new int[k + 1];
    }

    private interface At {
        void visit(int index);
    }

    /** How many neighbours of v are in the sorted list, and where. */
    private int common(int[] sorted, int v, @org.jspecify.annotations.Nullable At at) {
        int count = 0;
        int i = 0;
        for (int p = graph.start(v); p < graph.start(v + 1) && i < sorted.length; p++) {
            int u = graph.neighbour(p);
            while (i < sorted.length && sorted[i] < u) {
                i++;
            }
            if (i < sorted.length && sorted[i] == u) {
                count++;
                if (at != null) {
                    at.visit(i);
                }
            }
        }
        return count;
    }

    private void deepen(int levels, int words, int k) {
        for (int level = sets.length; level < levels; level++) {
            sets = Arrays.copyOf(sets, level + 1);
            orders = Arrays.copyOf(orders, level + 1);
            bounds = Arrays.copyOf(bounds, level + 1);
            sets[level] = new long[Math.max(words, level > 0 ? sets[0].length : 0)];
            orders[level] = new int[Math.max(k, level > 0 ? orders[0].length : 0)];
            bounds[level] = new double[orders[level].length];
        }
    }

    private void expand(int level, double sum) {
        if ((++nodes & CHECK) == 0 && deadline.passed()) {
            stopped = true;
        }
        int words = rest.length;
        int count = colour(level);
        deepen(level + 2, words, member.length);
        long[] set = sets[level];
        long[] next = sets[level + 1];
        int[] order = orders[level];
        double[] bound = bounds[level];
        for (int i = count - 1; i >= 0 && !stopped; i--) {
            if (sum + bound[i] <= best) {
                return;
            }
            int v = order[i];
            chosen[level] = v;
            long any = 0;
            for (int w = 0; w < words; w++) {
                next[w] = set[w] & adjacent[v][w];
                any |= next[w];
            }
            if (any == 0) {
                report(level + 1, sum + weight[v]);
            } else {
                expand(level + 1, sum + weight[v]);
            }
            set[v >> 6] &= ~(1L << v);
        }
    }

    /** Colours the set of a level; vertex i in its order can be part of at most {@code bounds[i]} with those before. */
    private int colour(int level) {
        int words = rest.length;
        long[] left = Arrays.copyOf(sets[level], words);
        int count = 0;
        double before = 0;
        boolean more = true;
        while (more) {
            System.arraycopy(left, 0, rest, 0, words);
            double heaviest = 0;
            more = false;
            for (int w = 0; w < words; w++) {
                while (rest[w] != 0) {
                    int v = (w << 6) + Long.numberOfTrailingZeros(rest[w]);
                    rest[w] &= rest[w] - 1;
                    left[w] &= ~(1L << v);
                    for (int k = w; k < words; k++) {
                        rest[k] &= ~adjacent[v][k];
                    }
                    heaviest = Math.max(heaviest, weight[v]);
                    orders[level][count] = v;
                    bounds[level][count++] = before + heaviest;
                    more = true;
                }
            }
            before += heaviest;
        }
        return count;
    }

    private void report(int size, double sum) {
        if (sum > best) {
            best = sum;
            byte[] x = new byte[graph.vertices()];
            x[root] = 1;
            for (int i = 0; i < size; i++) {
                x[member[chosen[i]]] = 1;
            }
            found.accept(x);
        }
    }
}
