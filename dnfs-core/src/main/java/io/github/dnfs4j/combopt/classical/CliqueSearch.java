package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.target.Graph;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A clique of largest weight, exactly, by branch and bound. Vertices are taken in the order of degeneracy, each with the
 * neighbours that come later, so that a sparse graph falls into many small problems. In each of them sets are bits, and
 * a greedy colouring bounds what a set can hold: a clique has at most one vertex of each colour, so no more weight than
 * the heaviest of each. Weights must be whole numbers, or bounds would be off by their rounding.
 */
public final class CliqueSearch {
    private static final int CHECK = 1023;

    /** What several threads know of one search: where it begins next, and the weight that a clique must exceed. */
    static final class Shared {
        private final Graph graph;
        private final int[] order;
        private final int[] rank;
        private final AtomicInteger next;
        private final AtomicInteger unfinished;
        private volatile double best;

        Shared(Graph graph, double atLeast, int threads) {
            this.graph = graph;
            best = atLeast;
            int n = graph.vertices();
            order = Degeneracy.order(graph);
            rank = new int[n];
            for (int k = 0; k < n; k++) {
                rank[order[k]] = k;
            }
            next = new AtomicInteger(n);
            unfinished = new AtomicInteger(threads);
        }

        /** Says that a clique of this weight is known; whether it is heavier than all before. */
        synchronized boolean raise(double weight) {
            boolean heavier = weight > best;
            best = Math.max(best, weight);
            return heavier;
        }
    }

    private final Shared shared;
    private final Graph graph;
    private final Deadline deadline;
    private final Runnable pause;
    private final Consumer<byte[]> found;
    private boolean stopped;
    private long nodes;

    // The problem at hand: the neighbourhood of one vertex.
    private int root;
    private Neighbourhood here = new Neighbourhood(new int[0], new double[0], new long[0][]);
    private long[][] sets = new long[0][];
    private int[][] orders = new int[0][];
    private double[][] bounds = new double[0][];
    private long[] rest = new long[0];
    private int[] chosen = new int[0];

    /** Looks for cliques heavier than {@code atLeast}; each that is, heavier every time, goes to {@code found}. */
    public CliqueSearch(Graph graph, double atLeast, Deadline deadline, Consumer<byte[]> found) {
        this(new Shared(graph, atLeast, 1), deadline, () -> {}, found);
    }

    /** One of the threads of a search; {@code pause} is called again and again. */
    CliqueSearch(Shared shared, Deadline deadline, Runnable pause, Consumer<byte[]> found) {
        this.shared = shared;
        this.graph = shared.graph;
        this.deadline = deadline;
        this.pause = pause;
        this.found = found;
    }

    /**
     * Searches; true if all threads came to the end and this one is the last, so that the last clique found, or what
     * was known before, is the largest.
     */
    public boolean run() {
        // From the dense end: good cliques come early and prune the rest.
        for (int k = shared.next.decrementAndGet(); k >= 0 && !stopped; k = shared.next.decrementAndGet()) {
            solve(shared.order[k], shared.rank);
        }
        return !stopped && shared.unfinished.decrementAndGet() == 0;
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
        if (sum <= shared.best) {
            return;
        }
        root = v;
        here = Neighbourhood.of(graph, Arrays.copyOf(later, k));
        int words = (k + 63) >> 6;
        // Levels are used again, unless they are too small.
        if (sets.length > 0 && (sets[0].length < words || orders[0].length < k)) {
            sets = new long[0][];
        }
        deepen(1, words, k);
        rest = new long[words];
        chosen = new int[k + 1];
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
        if ((++nodes & CHECK) == 0) {
            pause.run();
            stopped |= deadline.passed(CHECK + 1);
        }
        int words = rest.length;
        int count = colour(level);
        deepen(level + 2, words, here.member().length);
        long[] set = sets[level];
        long[] next = sets[level + 1];
        int[] order = orders[level];
        double[] bound = bounds[level];
        long[][] adjacent = here.adjacent();
        double[] weight = here.weight();
        for (int i = count - 1; i >= 0 && !stopped; i--) {
            if (sum + bound[i] <= shared.best) {
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
        long[][] adjacent = here.adjacent();
        double[] weight = here.weight();
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
        if (shared.raise(sum)) {
            byte[] x = new byte[graph.vertices()];
            x[root] = 1;
            for (int i = 0; i < size; i++) {
                x[here.member()[chosen[i]]] = 1;
            }
            found.accept(x);
        }
    }
}
