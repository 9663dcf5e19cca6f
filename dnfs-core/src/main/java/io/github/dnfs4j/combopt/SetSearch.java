package io.github.dnfs4j.combopt;

import io.github.dnfs4j.target.Graph;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Independent sets of large weight by swaps with a tabu list. One move puts a vertex v into the set and takes its k
 * neighbours out that are in it; the gain is {@code w_v - sum of their weights}. Moves with k = 0 come first, then
 * k = 1, then k = 2; now and then any vertex is forced in. What left the set may not come back for a while. A move costs
 * the degrees of the vertices it moves.
 *
 * <p>Vertices outside the set are kept in lists by k = 0, 1, 2 and more, so that a move is found without a scan.
 */
final class SetSearch {
    private static final int KINDS = 4;
    /** How many vertices of a list are looked at for the best of them. */
    private static final int SAMPLE = 12;

    private static final int SHORT_TABU = 7;
    private static final int LONG_TABU = 10;
    private static final int CHECK = 255;

    private final Graph graph;
    private final int n;
    private final FastRandom random;
    private final boolean[] in;
    private final int[] tight;
    private final double[] around;
    private final long[] tabu;
    private final long[] moved;
    private final int[][] list = new int[KINDS][];
    private final int[] length = new int[KINDS];
    private final int[] place;
    private final byte[] best;
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
        place = new int[n];
        best = new byte[n];
        for (int k = 0; k < KINDS; k++) {
            list[k] = new int[n];
        }
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
                if (weight > bestWeight) {
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
        Arrays.fill(length, 0);
        weight = 0;
        bestWeight = -1;
        for (int v = 0; v < n; v++) {
            place[v] = length[0];
            list[0][length[0]++] = v;
        }
        while (length[0] > 0) {
            insert(lightest());
        }
        keep();
    }

    /** A free vertex with few neighbours for its weight, among some. */
    private int lightest() {
        int chosen = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < SAMPLE; k++) {
            int v = list[0][random.below(length[0])];
            double score = (graph.degree(v) + 1) / graph.vertexWeight(v);
            if (score < least || chosen < 0) {
                least = score;
                chosen = v;
            }
        }
        return chosen;
    }

    private void keep() {
        bestWeight = weight;
        for (int v = 0; v < n; v++) {
            best[v] = (byte) (in[v] ? 1 : 0);
        }
    }

    /** One move; false where none is possible. */
    private boolean move(long idle) {
        if (length[0] + length[1] + length[2] + length[3] == 0) {
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
        int size = length[kind];
        int chosen = -1;
        boolean all = size <= SAMPLE;
        for (int k = 0; k < (all ? size : SAMPLE); k++) {
            int v = list[kind][all ? k : random.below(size)];
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
        int outside = length[0] + length[1] + length[2] + length[3];
        int k = random.below(outside);
        int kind = 0;
        while (k >= length[kind]) {
            k -= length[kind++];
        }
        return list[kind][k];
    }

    private void swapIn(int v) {
        int k = tight[v];
        int tenure = k == 1 ? LONG_TABU + random.below(length[1] + 1) : SHORT_TABU;
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
        leave(v, tight[v]);
        in[v] = true;
        moved[v] = step;
        double w = graph.vertexWeight(v);
        weight += w;
        for (int p = graph.start(v); p < graph.start(v + 1); p++) {
            int u = graph.neighbour(p);
            around[u] += w;
            // A neighbour that is still in the set is about to leave it, and belongs to no list.
            if (!in[u] && tight[u] < KINDS - 1) {
                leave(u, tight[u]);
                enter(u, tight[u] + 1);
            }
            tight[u]++;
        }
    }

    private void remove(int v) {
        in[v] = false;
        moved[v] = step;
        double w = graph.vertexWeight(v);
        weight -= w;
        enter(v, Math.min(tight[v], KINDS - 1));
        for (int p = graph.start(v); p < graph.start(v + 1); p++) {
            int u = graph.neighbour(p);
            tight[u]--;
            around[u] = tight[u] == 0 ? 0 : around[u] - w;
            if (!in[u] && tight[u] < KINDS - 1) {
                leave(u, tight[u] + 1);
                enter(u, tight[u]);
            }
        }
    }

    private void leave(int v, int kind) {
        int k = Math.min(kind, KINDS - 1);
        int lastOne = list[k][--length[k]];
        list[k][place[v]] = lastOne;
        place[lastOne] = place[v];
    }

    private void enter(int v, int kind) {
        place[v] = length[kind];
        list[kind][length[kind]++] = v;
    }
}
