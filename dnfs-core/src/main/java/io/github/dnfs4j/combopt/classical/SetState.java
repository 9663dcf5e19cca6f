package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.target.Graph;
import java.util.Arrays;

/**
 * An independent set that vertices enter and leave, with all that a search wants to know kept up to date: for each
 * vertex how many of its neighbours are in the set and what they weigh, and the vertices outside in lists by that
 * number. Entering and leaving cost the degree.
 */
final class SetState {
    private static final int MORE = Buckets.KINDS - 1;

    private final Graph graph;
    private final int n;
    private final boolean[] in;
    private final int[] tight;
    private final double[] around;
    private final long[] moved;
    /** Vertices outside the set by how many of their neighbours are in it: 0, 1, 2, more. */
    private final Buckets outside;

    private final byte[] best;
    private final int[] changed;
    private int changes;
    private double weight;
    private double bestWeight;

    SetState(Graph graph) {
        this.graph = graph;
        n = graph.vertices();
        in = new boolean[n];
        tight = new int[n];
        around = new double[n];
        moved = new long[n];
        outside = new Buckets(n);
        best = new byte[n];
        changed = new int[n];
    }

    /** Empties the set and forgets the best. */
    void clear() {
        Arrays.fill(in, false);
        Arrays.fill(tight, 0);
        Arrays.fill(around, 0);
        Arrays.fill(moved, 0);
        outside.clear();
        for (int v = 0; v < n; v++) {
            outside.enter(v, 0);
        }
        weight = 0;
        bestWeight = Double.NEGATIVE_INFINITY;
        changes = n + 1;
    }

    Buckets outside() {
        return outside;
    }

    double weight() {
        return weight;
    }

    double bestWeight() {
        return bestWeight;
    }

    /** The best set, as the last {@link #keep} left it. */
    byte[] best() {
        return best;
    }

    boolean contains(int v) {
        return in[v];
    }

    /** How many neighbours of v are in the set. */
    int conflicts(int v) {
        return tight[v];
    }

    /** When v last entered or left. */
    long moved(int v) {
        return moved[v];
    }

    /** What the set gains when v takes the place of its neighbours. */
    double gain(int v) {
        return graph.vertexWeight(v) - around[v];
    }

    /** Brings the best set up to date, by what has moved since it was one unless that is too much. */
    void keep() {
        bestWeight = weight;
        for (int k = 0; k < Math.min(changes, n); k++) {
            int v = changes > n ? k : changed[k];
            best[v] = (byte) (in[v] ? 1 : 0);
        }
        changes = 0;
    }

    private void note(int v, long step) {
        moved[v] = step;
        if (changes < n) {
            changed[changes] = v;
        }
        changes = Math.min(changes + 1, n + 1);
    }

    /** Puts a vertex without conflicts into the set. */
    void insert(int v, long step) {
        outside.leave(v, 0);
        in[v] = true;
        note(v, step);
        double w = graph.vertexWeight(v);
        weight += w;
        for (int p = graph.start(v); p < graph.start(v + 1); p++) {
            int u = graph.neighbour(p);
            around[u] += w;
            if (tight[u] < MORE) {
                outside.leave(u, tight[u]);
                outside.enter(u, tight[u] + 1);
            }
            tight[u]++;
        }
    }

    void remove(int v, long step) {
        in[v] = false;
        note(v, step);
        double w = graph.vertexWeight(v);
        weight -= w;
        outside.enter(v, 0);
        for (int p = graph.start(v); p < graph.start(v + 1); p++) {
            int u = graph.neighbour(p);
            tight[u]--;
            // Rounding must not pile up over millions of moves.
            around[u] = tight[u] == 0 ? 0 : around[u] - w;
            if (tight[u] < MORE) {
                outside.leave(u, tight[u] + 1);
                outside.enter(u, tight[u]);
            }
        }
    }
}
