package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Heavier sets from a good one: a few vertices that are close together are forced in, their neighbours go, and whoever
 * outweighs its neighbours comes in as long as there is one near what left, but those that were forced in stay. If the set
 * has lost more than a temperature allows, which falls to nothing, all of that is undone. The price of a kick is that of its
 * surroundings, however large the graph.
 */
final class SetKicks {
    /** Vertices that are forced in. */
    private static final int DEPTH = 3;
    /** Who has more neighbours in the set than this is not forced in. */
    private static final int MOST_OUT = 3;
    /** The first temperature, in parts of the mean weight. */
    private static final double HOT = 0.12;
    /** This last part of the time is without. */
    private static final double COLD_PART = 0.1;

    private static final int CHECK = 255;
    private static final double ROUNDING = 1e-9;

    private final Graph graph;
    private final FastRandom random;
    private final SetState set;
    private final int[] forced;
    private int[] changes = new int[64];
    private int changed;
    private int kick;
    private long step;
    private final double mean;

    SetKicks(Graph graph, FastRandom random) {
        this.graph = graph;
        this.random = random;
        set = new SetState(graph);
        forced = new int[graph.vertices()];
        mean = IntStream.range(0, graph.vertices())
                .mapToDouble(graph::vertexWeight)
                .average()
                .orElse(0);
    }

    /** Goes from this set until the deadline; tells of the heaviest. */
    void run(byte[] from, Deadline deadline, Consumer<byte[]> found) {
        start(from);
        double all = deadline.left();
        double t = HOT * mean;
        while ((++step & CHECK) != 0 || !deadline.passed(CHECK + 1)) {
            if ((step & CHECK) == 0) {
                t = HOT * mean * Math.max(0, deadline.left() / all - COLD_PART);
            }
            double before = set.weight();
            kick();
            double lost = before - set.weight();
            if (lost > ROUNDING * mean && (lost > -t * Math.log(1 - random.uniform()))) {
                undo();
            } else if (set.weight() > set.bestWeight() + ROUNDING * mean) {
                set.keep();
            }
        }
        found.accept(set.best());
    }

    SetState start(byte[] from) {
        set.clear();
        for (int v = 0; v < from.length; v++) {
            if (from[v] == 1) {
                set.insert(v, step);
            }
        }
        set.keep();
        return set;
    }

    void kick() {
        kick++;
        changed = 0;
        if (set.outside().size() == 0) {
            return;
        }
        force(set.outside().get(random.below(set.outside().size())));
        for (int k = 1; k < DEPTH && changed > 1; k++) {
            int left = ~changes[0];
            force(graph.neighbour(graph.start(left) + random.below(graph.degree(left))));
        }
        for (int k = 0; k < changed; k++) {
            int left = ~changes[k];
            for (int v = left < 0 ? -1 : best(left); v >= 0; v = best(left)) {
                put(v);
            }
        }
    }

    private void force(int v) {
        if (!set.contains(v) && set.conflicts(v) <= MOST_OUT && !bound(v)) {
            put(v);
            forced[v] = kick;
        }
    }

    /** Whether a neighbour was forced in. */
    private boolean bound(int v) {
        for (int p = graph.start(v); p < graph.start(v + 1); p++) {
            if (forced[graph.neighbour(p)] == kick) {
                return true;
            }
        }
        return false;
    }

    /** Of a vertex and its neighbours, who gains most by coming in; -1 if nobody does. */
    private int best(int left) {
        int best = -1;
        double most = ROUNDING * mean;
        for (int p = graph.start(left) - 1; p < graph.start(left + 1); p++) {
            int v = p < graph.start(left) ? left : graph.neighbour(p);
            if (!set.contains(v) && set.gain(v) > most && !bound(v)) {
                most = set.gain(v);
                best = v;
            }
        }
        return best;
    }

    /** Takes the neighbours out, and puts v in. */
    private void put(int v) {
        int conflicts = set.conflicts(v);
        for (int p = graph.start(v); conflicts > 0; p++) {
            int u = graph.neighbour(p);
            if (set.contains(u)) {
                set.remove(u, step);
                note(~u);
                conflicts--;
            }
        }
        set.insert(v, step);
        note(v);
    }

    private void note(int change) {
        if (changed == changes.length) {
            changes = Arrays.copyOf(changes, 2 * changed);
        }
        changes[changed++] = change;
    }

    void undo() {
        while (changed > 0) {
            int v = changes[--changed];
            if (v < 0) {
                set.insert(~v, step);
            } else {
                set.remove(v, step);
            }
        }
    }
}
