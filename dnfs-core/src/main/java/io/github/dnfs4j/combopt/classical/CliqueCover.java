package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A weight that no independent set exceeds. Cliques Q get weights y such that every vertex is covered,
 * {@code sum over Q with v of y_Q >= w_v}; a set has at most one vertex of each clique, so it weighs at most
 * {@code sum y}. Cliques are filled greedily in an order of the vertices; the next order goes clique by clique, shuffled,
 * which is never worse without weights and often better.
 */
final class CliqueCover {
    private final Graph graph;
    private final FastRandom random;
    private final int n;
    private final int[] rank;
    private final int[] common;
    private final double[] rest;

    private CliqueCover(Graph graph, FastRandom random) {
        this.graph = graph;
        this.random = random;
        n = graph.vertices();
        rank = new int[n];
        common = new int[n];
        rest = new double[n];
    }

    /** The best bound of as many orders as the time allows, of one at least. */
    static double bound(Graph graph, FastRandom random, Deadline deadline) {
        CliqueCover cover = new CliqueCover(graph, random);
        int[] order = Degeneracy.order(graph);
        double best = Double.POSITIVE_INFINITY;
        do {
            List<int[]> cliques = new ArrayList<>();
            best = Math.min(best, cover.cover(order, cliques));
            order = cover.shuffled(cliques);
        } while (!deadline.passed(cover.n));
        return best;
    }

    /** The fewest cliques that were found to part the vertices into. */
    static List<int[]> cliques(Graph graph, FastRandom random, Deadline deadline) {
        CliqueCover cover = new CliqueCover(graph.unweighted(), random);
        int[] order = Degeneracy.order(graph);
        List<int[]> best = List.of();
        do {
            List<int[]> cliques = new ArrayList<>();
            cover.cover(order, cliques);
            best = best.isEmpty() || cliques.size() < best.size() ? List.copyOf(cliques) : best;
            order = cover.shuffled(cliques);
        } while (!deadline.passed(cover.n));
        return best;
    }

    private double cover(int[] order, List<int[]> cliques) {
        for (int k = 0; k < n; k++) {
            rank[order[k]] = k;
            rest[k] = Math.max(0, graph.vertexWeight(k));
        }
        double sum = 0;
        for (int v : order) {
            while (rest[v] > 0) {
                int[] clique = clique(v);
                double least = rest[v];
                for (int u : clique) {
                    least = Math.min(least, rest[u]);
                }
                for (int u : clique) {
                    rest[u] -= least;
                }
                sum += least;
                cliques.add(clique);
            }
        }
        return sum;
    }

    /** v and, in their order, the vertices with something left that are adjacent to all before. */
    private int[] clique(int v) {
        long[] keys = new long[graph.degree(v)];
        int count = 0;
        for (int p = graph.start(v); p < graph.start(v + 1); p++) {
            int u = graph.neighbour(p);
            if (rest[u] > 0) {
                keys[count++] = (long) rank[u] << 32 | u;
                common[u] = 0;
            }
        }
        Arrays.sort(keys, 0, count);
        int[] clique = new int[count + 1];
        clique[0] = v;
        int size = 1;
        for (int k = 0; k < count; k++) {
            int u = (int) keys[k];
            if (common[u] == size - 1) {
                clique[size++] = u;
                for (int p = graph.start(u); p < graph.start(u + 1); p++) {
                    common[graph.neighbour(p)]++;
                }
            }
        }
        return Arrays.copyOf(clique, size);
    }

    private int[] shuffled(List<int[]> cliques) {
        int[] order = new int[n];
        boolean[] seen = new boolean[n];
        int count = 0;
        for (int k = cliques.size() - 1; k >= 0; k--) {
            int other = random.below(k + 1);
            int[] clique = cliques.get(other);
            cliques.set(other, cliques.get(k));
            for (int v : clique) {
                if (!seen[v]) {
                    seen[v] = true;
                    order[count++] = v;
                }
            }
        }
        for (int v = 0; v < n; v++) {
            if (!seen[v]) {
                order[count++] = v;
            }
        }
        return order;
    }
}
