package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Large independent sets of a graph without vertex weights, by their complements: small vertex covers. Whenever all edges
 * are covered, a vertex leaves the cover; then vertices are exchanged until all are covered again. An edge that stays
 * uncovered grows heavier, step by step, and {@code score_v}, the weight of edges whose being covered hangs on v, decides
 * who leaves (least is lost) and who comes (most is won). A vertex that left comes back only after a neighbour has moved.
 */
final class CoverSearch {
    private static final int CHECK = 255;
    /** When edges weigh so much on average, for each vertex, they forget. */
    private static final double HEAVY = 0.5;

    private static final double FORGET = 0.3;

    private final Graph graph;
    private final FastRandom random;
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
    private long step;
    private boolean started;
    private int last = -1;

    CoverSearch(Graph graph, FastRandom random) {
        this.graph = graph;
        this.random = random;
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

    /** Goes on where it was, until the deadline; tells of every set larger than those before. */
    void run(Deadline deadline, Consumer<byte[]> found) {
        if (!started) {
            start();
            started = true;
        }
        do {
            while (open == 0) {
                int v = size == 0 ? -1 : leaver(-1);
                // Of a large graph thousands may leave for nothing at first: only the set without them is worth
                // telling.
                boolean end = v < 0 || deadline.passed(0);
                if (end || score[v] < 0) {
                    found.accept(set());
                }
                if (end) {
                    return;
                }
                take(v);
            }
            exchange();
        } while ((++step & CHECK) != 0 || !deadline.passed(CHECK + 1));
    }

    private byte[] set() {
        byte[] x = new byte[n];
        for (int v = 0; v < n; v++) {
            x[v] = (byte) (in[v] ? 0 : 1);
        }
        return x;
    }

    /** A cover of vertices that cover most, one after the other. */
    private void start() {
        Arrays.fill(weight, 1);
        Arrays.fill(free, true);
        total = m;
        for (int e = 0; e < m; e++) {
            bare(e);
            score[one[e]]++;
            score[two[e]]++;
        }
        while (open > 0) {
            int e = uncovered[random.below(open)];
            put(score[one[e]] > score[two[e]] ? one[e] : two[e]);
        }
    }

    private void exchange() {
        int u = leaver(last);
        take(u);
        free[u] = false;
        int e = uncovered[random.below(open)];
        int v = one[e];
        int w = two[e];
        if (!free[v] || free[w] && (score[w] > score[v] || score[w] == score[v] && moved[w] < moved[v])) {
            v = w;
        }
        put(v);
        last = v;
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

    /** Who of the cover is missed least, the longest unmoved among equals. */
    private int leaver(int but) {
        int chosen = -1;
        int best = Integer.MIN_VALUE;
        for (int k = 0; k < size; k++) {
            int v = cover[k];
            int s = score[v];
            if (s >= best && v != but && (s > best || moved[v] < moved[chosen])) {
                best = s;
                chosen = v;
            }
        }
        return chosen < 0 ? but : chosen;
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

    private void put(int v) {
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

    private void take(int v) {
        in[v] = false;
        int other = cover[--size];
        cover[place[v]] = other;
        place[other] = place[v];
        moved[v] = step;
        score[v] = -score[v];
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
