package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
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
    /** How many vertices of a list are looked at for the best of them. */
    private static final int SAMPLE = 12;

    private static final int SHORT_TABU = 7;
    private static final int LONG_TABU = 10;
    private static final int CHECK = 255;
    private static final int LEAST_PATIENCE = 20_000;
    private static final int PATIENCE = 60;
    private static final double ROUNDING = 1e-12;

    private final Graph graph;
    private final FastRandom random;
    private final SetState set;
    private final Buckets outside;
    private final long[] tabu;
    private long step;

    SetSearch(Graph graph, FastRandom random) {
        this.graph = graph;
        this.random = random;
        set = new SetState(graph);
        outside = set.outside();
        tabu = new long[graph.vertices()];
    }

    /** Searches again and again from new starts until the deadline; tells of the best set of each start. */
    void run(Deadline deadline, Consumer<byte[]> found) {
        // Longer for larger graphs, where one start is as good as another.
        long patience = Math.max(LEAST_PATIENCE, (long) PATIENCE * graph.vertices());
        do {
            restart();
            long last = step;
            while (step - last < patience && outside.size() > 0) {
                if ((++step & CHECK) == 0 && deadline.passed(CHECK + 1)) {
                    break;
                }
                swapIn(choose(step - last));
                if (set.weight() > set.bestWeight() + ROUNDING * Math.abs(set.bestWeight())) {
                    set.keep();
                    last = step;
                }
            }
            found.accept(set.best());
        } while (!deadline.passed());
    }

    private void restart() {
        Arrays.fill(tabu, 0);
        set.clear();
        while (outside.size(0) > 0) {
            set.insert(lightest(), step);
        }
        set.keep();
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

    private int choose(long idle) {
        int v = pick(0);
        if (v < 0 && idle % (LEAST_PATIENCE / 2 + graph.vertices()) == 0) {
            return outside.get(random.below(outside.size()));
        }
        if (v < 0) {
            int one = pick(1);
            int two = pick(2);
            v = one < 0 || two >= 0 && set.gain(two) > set.gain(one) ? two : one;
        }
        return v < 0 ? outside.get(random.below(outside.size())) : v;
    }

    /** The best allowed vertex of a list among some: the largest gain, then the longest unmoved. */
    private int pick(int kind) {
        int size = outside.size(kind);
        int chosen = -1;
        boolean all = size <= SAMPLE;
        for (int k = 0; k < (all ? size : SAMPLE); k++) {
            int v = outside.get(kind, all ? k : random.below(size));
            double gain = set.gain(v);
            if (tabu[v] > step && set.weight() + gain <= set.bestWeight()) {
                continue;
            }
            if (chosen < 0 || gain > set.gain(chosen) || gain == set.gain(chosen) && set.moved(v) < set.moved(chosen)) {
                chosen = v;
            }
        }
        return chosen;
    }

    private void swapIn(int v) {
        int k = set.conflicts(v);
        int tenure = k == 1 ? LONG_TABU + random.below(outside.size(1) + 1) : SHORT_TABU;
        for (int p = graph.start(v); k > 0; p++) {
            int u = graph.neighbour(p);
            if (set.contains(u)) {
                set.remove(u, step);
                tabu[u] = step + tenure;
                k--;
            }
        }
        set.insert(v, step);
    }
}
