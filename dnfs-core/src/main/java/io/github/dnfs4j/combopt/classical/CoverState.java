package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.target.Graph;
import java.util.Arrays;

/**
 * A vertex cover in the making, with weights of edges that grow while they stay uncovered. {@code score_v} is the weight of
 * the edges whose being covered hangs on v: what covering them would win if v is outside, minus what would be lost if it is
 * inside. A vertex that left may come back when a neighbour has moved. Entering and leaving cost the degree.
 */
final class CoverState {
    /** When edges weigh so much on average, for each vertex, they forget. */
    private static final double HEAVY = 0.5;

    private static final double FORGET = 0.3;

    private final Graph graph;
    private final int n;
    private final int m;
    private final int[] one;
    private final int[] two;
    /** The number of the edge at each position of the lists. */
    private final int[] edge;

    private final int[] weight;
    private final boolean[] in;
    private final int[] score;
    private final boolean[] free;
    private final long[] moved;
    private final int[] cover;
    private final int[] place;
    private int size;
    private final int[] uncovered;
    private final int[] at;
    private int open;
    private long total;

    /** Nothing is covered. */
    CoverState(Graph graph) {
        this.graph = graph;
        n = graph.vertices();
        m = graph.edges();
        one = new int[m];
        two = new int[m];
        edge = new int[2 * m];
        weight = new int[m];
        in = new boolean[n];
        score = new int[n];
        free = new boolean[n];
        moved = new long[n];
        cover = new int[n];
        place = new int[n];
        uncovered = new int[m];
        at = new int[m];
        number();
        Arrays.fill(weight, 1);
        Arrays.fill(free, true);
        total = m;
        for (int e = 0; e < m; e++) {
            bare(e);
            score[one[e]]++;
            score[two[e]]++;
        }
    }

    private void number() {
        int[] next = new int[n];
        for (int v = 0; v < n; v++) {
            next[v] = graph.start(v);
        }
        int e = 0;
        for (int u = 0; u < n; u++) {
            for (int p = graph.start(u); p < graph.start(u + 1); p++) {
                int v = graph.neighbour(p);
                if (v > u) {
                    one[e] = u;
                    two[e] = v;
                    edge[p] = e;
                    // Lists ascend: the smaller ends of the edges of v come in the order of its list.
                    edge[next[v]++] = e++;
                }
            }
        }
    }

    /** How many vertices cover. */
    int size() {
        return size;
    }

    /** One of them. */
    int covering(int k) {
        return cover[k];
    }

    /** How many edges are uncovered. */
    int open() {
        return open;
    }

    /** One end of an uncovered edge. */
    int one(int k) {
        return one[uncovered[k]];
    }

    /** Its other end. */
    int two(int k) {
        return two[uncovered[k]];
    }

    boolean covers(int v) {
        return in[v];
    }

    int score(int v) {
        return score[v];
    }

    /** Whether v may come back. */
    boolean free(int v) {
        return free[v];
    }

    /** When v last came or left. */
    long moved(int v) {
        return moved[v];
    }

    /** The vertices outside, an independent set if nothing is uncovered. */
    byte[] rest() {
        byte[] x = new byte[n];
        for (int v = 0; v < n; v++) {
            x[v] = (byte) (in[v] ? 0 : 1);
        }
        return x;
    }

    private void bare(int e) {
        at[e] = open;
        uncovered[open++] = e;
    }

    private void dress(int e) {
        int other = uncovered[--open];
        uncovered[at[e]] = other;
        at[other] = at[e];
    }

    void put(int v, long step) {
        in[v] = true;
        place[v] = size;
        cover[size++] = v;
        moved[v] = step;
        score[v] = -score[v];
        for (int p = graph.start(v); p < graph.start(v + 1); p++) {
            int u = graph.neighbour(p);
            int e = edge[p];
            free[u] = true;
            if (in[u]) {
                score[u] += weight[e];
            } else {
                score[u] -= weight[e];
                dress(e);
            }
        }
    }

    /** Takes v out, not to come back before a neighbour has moved if {@code barred}. */
    void take(int v, long step, boolean barred) {
        in[v] = false;
        int other = cover[--size];
        cover[place[v]] = other;
        place[other] = place[v];
        moved[v] = step;
        score[v] = -score[v];
        free[v] = !barred;
        for (int p = graph.start(v); p < graph.start(v + 1); p++) {
            int u = graph.neighbour(p);
            int e = edge[p];
            free[u] = true;
            if (in[u]) {
                score[u] -= weight[e];
            } else {
                score[u] += weight[e];
                bare(e);
            }
        }
    }

    /** Edges that are uncovered grow heavier; when all have, they forget a part of it. */
    void grow() {
        for (int k = 0; k < open; k++) {
            int f = uncovered[k];
            weight[f]++;
            score[one[f]]++;
            score[two[f]]++;
        }
        total += open;
        if (total > HEAVY * n * (double) m) {
            forget();
        }
    }

    private void forget() {
        Arrays.fill(score, 0);
        total = 0;
        for (int e = 0; e < m; e++) {
            weight[e] = Math.max(1, (int) (FORGET * weight[e]));
            total += weight[e];
            int u = one[e];
            int v = two[e];
            if (!in[u] && !in[v]) {
                score[u] += weight[e];
                score[v] += weight[e];
            } else if (in[u] != in[v]) {
                score[in[u] ? u : v] -= weight[e];
            }
        }
    }
}
