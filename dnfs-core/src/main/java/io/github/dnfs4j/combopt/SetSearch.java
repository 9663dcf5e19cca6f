package io.github.dnfs4j.combopt;

import io.github.dnfs4j.target.Graph;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Independent sets of large weight by swaps with a tabu list. One move puts a vertex v into the set and takes its k
 * neighbours out that are in it; the gain is {@code w_v - sum of their weights}. Moves with k = 0 come first, then
 * k = 1, then k = 2; now and then any vertex is forced in. What left the set may not come back for a while. A move costs
 * the degrees of the vertices it moves, and is found without a scan.
 */
final class SetSearch {
    private static final int MORE = Buckets.KINDS - 1;
    /** How many vertices of a list are looked at for the best of them. */
    private static final int SAMPLE = 12;

    private static final int SHORT_TABU = 7;
    private static final int LONG_TABU = 10;
    private static final int CHECK = 255;
    private static final double ROUNDING = 1e-12;

    private final Graph graph;
    private final int n;
    private final FastRandom random;
    private final boolean[] in;
    private final int[] tight;
    private final double[] around;
    private final long[] tabu;
    private final long[] moved;
    /** The vertices outside the set by how many of their neighbours are in it: 0, 1, 2, more. */
    private final Buckets outside;

    private final byte[] best;
    private final int[] changed;
    private int changes;
    private double weight;
    private double bestWeight;
    private long step;

    SetSearch(Graph graph, FastRandom random) {
        this.graph = graph;
        this.random = random;
        n = graph.vertices();
        in = new boolean[n];
        tight = new int[n];
        around = new double[n];
        tabu = new long[n];
        moved = new long[n];
        best = new byte[n];
        changed = new int[n];
        outside = new Buckets(n);
    }

    /** Searches again and again from new starts until the deadline; tells of the best set of each start. */
    void run(Deadline deadline, Consumer<byte[]> found) {
        while (!deadline.passed()) {
            restart();
            // Longer for larger graphs, where one start is as good as another.
            long patience = Math.max(20_000, 60L * n);
            long last = step;
            while (step - last < patience) {
                if ((++step & CHECK) == 0 && deadline.passed()) {
                    break;
                }
                if (!move(step - last)) {
                    break;
                }
                if (weight > bestWeight + ROUNDING * Math.abs(bestWeight)) {
                    keep();
                    last = step;
                }
            }
            found.accept(best);
        }
    }

    private void restart() {
        Arrays.fill(in, false);
        Arrays.fill(tight, 0);
        Arrays.fill(around, 0);
        Arrays.fill(tabu, 0);
        outside.clear();
        weight = 0;
        bestWeight = -1;
        changes = n + 1;
        for (int v = 0; v < n; v++) {
            outside.enter(v, 0);
        }
        while (outside.size(0) > 0) {
            insert(lightest());
        }
        keep();
    }

    /** A free vertex with few neighbours for its weight, among some. */
    private int lightest() {
        int chosen = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < SAMPLE; k++) {
            int v = outside.get(0, random.below(outside.size(0)));
            double score = (graph.degree(v) + 1) / graph.vertexWeight(v);
            if (score < least || chosen < 0) {
                least = score;
                chosen = v;
            }
        }
        return chosen;
    }

    /** Brings the best set up to date, by what has moved since it was one unless that is too much. */
    private void keep() {
        bestWeight = weight;
        for (int k = 0; k < Math.min(changes, n); k++) {
            int v = changes > n ? k : changed[k];
            best[v] = (byte) (in[v] ? 1 : 0);
        }
        changes = 0;
    }

    private void note(int v) {
        moved[v] = step;
        if (changes < n) {
            changed[changes] = v;
        }
        changes = Math.min(changes + 1, n + 1);
    }

    /** One move; false where none is possible. */
    private boolean move(long idle) {
        if (outside.size() == 0) {
            return false;
        }
        int v = pick(0);
        if (v < 0 && idle > 0 && idle % (10_000 + n) == 0) {
            v = any();
        }
        if (v < 0) {
            int one = pick(1);
            int two = pick(2);
            v = one < 0 || two >= 0 && gain(two) > gain(one) ? two : one;
        }
        if (v < 0) {
            v = any();
        }
        swapIn(v);
        return true;
    }

    private double gain(int v) {
        return graph.vertexWeight(v) - around[v];
    }

    /** The best allowed vertex of a list among some: the largest gain, then the longest unmoved. */
    private int pick(int kind) {
        int size = outside.size(kind);
        int chosen = -1;
        boolean all = size <= SAMPLE;
        for (int k = 0; k < (all ? size : SAMPLE); k++) {
            int v = outside.get(kind, all ? k : random.below(size));
            if (tabu[v] > step && weight + gain(v) <= bestWeight) {
                continue;
            }
            if (chosen < 0 || gain(v) > gain(chosen) || gain(v) == gain(chosen) && moved[v] < moved[chosen]) {
                chosen = v;
            }
        }
        return chosen;
    }

    private int any() {
        return outside.get(random.below(outside.size()));
    }

    private void swapIn(int v) {
        int k = tight[v];
        int tenure = k == 1 ? LONG_TABU + random.below(outside.size(1) + 1) : SHORT_TABU;
        for (int p = graph.start(v); k > 0; p++) {
            int u = graph.neighbour(p);
            if (in[u]) {
                remove(u);
                tabu[u] = step + tenure;
                k--;
            }
        }
        insert(v);
    }

    private void insert(int v) {
        outside.leave(v, Math.min(tight[v], MORE));
        in[v] = true;
        note(v);
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

    private void remove(int v) {
        in[v] = false;
        note(v);
        double w = graph.vertexWeight(v);
        weight -= w;
        outside.enter(v, Math.min(tight[v], MORE));
        for (int p = graph.start(v); p < graph.start(v + 1); p++) {
            int u = graph.neighbour(p);
            tight[u]--;
            around[u] = tight[u] == 0 ? 0 : around[u] - w;
            if (tight[u] < MORE) {
                outside.leave(u, tight[u] + 1);
                outside.enter(u, tight[u]);
            }
        }
    }
}
