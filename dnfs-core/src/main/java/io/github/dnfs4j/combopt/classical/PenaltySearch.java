package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Independent sets by growing and swapping one for one, where the vertices of every set that could not grow further get a
 * penalty and those with least are taken. This leads to sets that a preference for few neighbours never finds, such as
 * those hidden among vertices of many. Every {@code delay} sets penalties fall by one; the delay is such that about three
 * of four vertices have one.
 */
final class PenaltySearch {
    private static final int CHECK = 255;
    private static final double PENALISED = 0.75;

    private final Graph graph;
    private final FastRandom random;
    private final int n;
    private final SetState set;
    private final Buckets outside;
    private final int[] penalty;
    private final long[] used;
    private final int[] members;
    private final int[] place;
    private int size;
    private int delay = 2;
    private int sets;
    private int penalised;
    private long round = 1;
    private long step;
    private int last;
    private boolean started;
    private double best = Double.NEGATIVE_INFINITY;

    PenaltySearch(Graph graph, FastRandom random) {
        this.graph = graph;
        this.random = random;
        n = graph.vertices();
        set = new SetState(graph);
        outside = set.outside();
        penalty = new int[n];
        used = new long[n];
        members = new int[n];
        place = new int[n];
    }

    /** Goes on where it was, until the deadline; tells of every set heavier than those before. */
    void run(Deadline deadline, Consumer<byte[]> found) {
        if (!started) {
            set.clear();
            started = true;
        }
        boolean[] before = new boolean[n];
        do {
            grow(found);
            // Swaps go on until nothing of the set is left that they began with.
            Arrays.fill(before, false);
            int kept = size;
            for (int k = 0; k < size; k++) {
                before[members[k]] = true;
            }
            int v = kept == 0 ? -1 : least(1);
            while (v >= 0 && kept > 0) {
                int u = conflict(v);
                remove(u);
                kept -= before[u] ? 1 : 0;
                before[u] = false;
                insert(v);
                if (outside.size(0) > 0 && grow(found)) {
                    Arrays.fill(before, false);
                    for (int k = 0; k < size; k++) {
                        before[members[k]] = true;
                    }
                    kept = size;
                }
                v = least(1);
                if ((++step & CHECK) == 0 && deadline.passed(CHECK + 1)) {
                    return;
                }
            }
            punish();
            perturb();
        } while ((++step & CHECK) != 0 || !deadline.passed(CHECK + 1));
    }

    /** Adds free vertices while there are some that may come; whether there were. */
    private boolean grow(Consumer<byte[]> found) {
        boolean grown = false;
        for (int v = least(0); v >= 0; v = least(0)) {
            insert(v);
            grown = true;
        }
        if (set.weight() > best) {
            best = set.weight();
            set.keep();
            found.accept(set.best());
        }
        return grown;
    }

    /** The vertex of least penalty with so many conflicts that was not used in this round, by chance among equals. */
    private int least(int kind) {
        int chosen = -1;
        int least = Integer.MAX_VALUE;
        int ties = 0;
        for (int k = 0; k < outside.size(kind); k++) {
            int v = outside.get(kind, k);
            if (used[v] == round || penalty[v] > least) {
                continue;
            }
            if (penalty[v] < least) {
                least = penalty[v];
                ties = 0;
            }
            if (random.below(++ties) == 0) {
                chosen = v;
            }
        }
        return chosen;
    }

    private int conflict(int v) {
        for (int k = 0; k < size; k++) {
            if (graph.adjacent(members[k], v)) {
                return members[k];
            }
        }
        throw new IllegalStateException("vertex " + v + " has no conflict");
    }

    private void insert(int v) {
        set.insert(v, step);
        place[v] = size;
        members[size++] = v;
        used[v] = round;
        last = v;
    }

    private void remove(int v) {
        set.remove(v, step);
        int other = members[--size];
        members[place[v]] = other;
        place[other] = place[v];
    }

    private void punish() {
        for (int k = 0; k < size; k++) {
            penalised += penalty[members[k]]++ == 0 ? 1 : 0;
        }
        if (++sets >= delay) {
            sets = 0;
            penalised = 0;
            for (int v = 0; v < n; v++) {
                penalty[v] = Math.max(0, penalty[v] - 1);
                penalised += penalty[v] > 0 ? 1 : 0;
            }
            delay = penalised < PENALISED * n ? delay + 1 : Math.max(1, delay - 1);
        }
    }

    /** All leave but the last that came; where penalties hardly last, any vertex comes, and its conflicts leave. */
    private void perturb() {
        round++;
        if (delay > 1) {
            while (size > 1) {
                remove(members[size - 1] == last ? members[0] : members[size - 1]);
            }
        } else if (outside.size() > 0) {
            int v = outside.get(random.below(outside.size()));
            for (int k = size - 1; k >= 0; k--) {
                if (graph.adjacent(members[k], v)) {
                    remove(members[k]);
                }
            }
            insert(v);
        }
    }
}
