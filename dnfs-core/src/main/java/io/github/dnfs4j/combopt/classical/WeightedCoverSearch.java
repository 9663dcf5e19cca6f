package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Independent sets of large weight, by their complements: vertex covers of small weight. Two vertices leave the
 * {@link CoverState cover} that are missed least for what they weigh, and of the ends of uncovered edges those that win most
 * for it come until all edges are covered again; what is then needless leaves.
 */
final class WeightedCoverSearch {
    private static final int CHECK = 127;
    /** Up to so many vertices of a cover are looked at for the one to leave. */
    private static final int LOOKED_AT = 100;

    private final Graph graph;
    private final FastRandom random;
    private final CoverState cover;
    private long step;
    private double weight;
    private double least = Double.POSITIVE_INFINITY;
    private int[] came = new int[16];
    private int arrivals;

    WeightedCoverSearch(Graph graph, FastRandom random) {
        this.graph = graph;
        this.random = random;
        cover = new CoverState(graph);
    }

    /** Goes on where it was, until the deadline; tells of every set heavier than those before. */
    void run(Deadline deadline, Consumer<byte[]> found) {
        do {
            arrivals = 0;
            for (int k = 0; k < 2 && cover.size() > 0 && least < Double.POSITIVE_INFINITY; k++) {
                take(leaver());
            }
            while (cover.open() > 0) {
                put(comer());
                cover.grow();
            }
            tidy();
            if (weight < least) {
                least = weight;
                found.accept(cover.rest());
            }
        } while (cover.size() > 0 && ((++step & CHECK) != 0 || !deadline.passed(CHECK + 1)));
    }

    private void put(int v) {
        cover.put(v, step);
        weight += graph.vertexWeight(v);
        if (arrivals == came.length) {
            came = Arrays.copyOf(came, 2 * arrivals);
        }
        came[arrivals++] = v;
    }

    private void take(int v) {
        cover.take(v, step, true);
        weight -= graph.vertexWeight(v);
    }

    /** Whether v is better by score for its weight, or as good and longer unmoved. */
    private boolean better(int v, int than) {
        double a = cover.score(v) * graph.vertexWeight(than);
        double b = cover.score(than) * graph.vertexWeight(v);
        return a > b || a == b && cover.moved(v) < cover.moved(than);
    }

    private int leaver() {
        boolean all = cover.size() <= LOOKED_AT;
        int chosen = -1;
        for (int k = 0; k < (all ? cover.size() : LOOKED_AT); k++) {
            int v = cover.covering(all ? k : random.below(cover.size()));
            // Who has just come does not leave at once.
            if (chosen < 0 || cover.moved(v) < step - 1 && better(v, chosen) || cover.moved(chosen) >= step - 1) {
                chosen = v;
            }
        }
        return chosen;
    }

    private int comer() {
        int chosen = -1;
        for (int k = 0; k < cover.open(); k++) {
            int v = cover.one(k);
            int w = cover.two(k);
            if (cover.free(v) && (chosen < 0 || better(v, chosen))) {
                chosen = v;
            }
            if (cover.free(w) && (chosen < 0 || better(w, chosen))) {
                chosen = w;
            }
        }
        return chosen < 0 ? cover.one(random.below(cover.open())) : chosen;
    }

    /** Takes out what came, and neighbours of it, if all their edges are covered without them. */
    private void tidy() {
        for (int k = 0; k < arrivals; k++) {
            for (int p = graph.start(came[k]); p < graph.start(came[k] + 1); p++) {
                int u = graph.neighbour(p);
                if (cover.covers(u) && cover.score(u) == 0) {
                    take(u);
                }
            }
            if (cover.covers(came[k]) && cover.score(came[k]) == 0) {
                take(came[k]);
            }
        }
    }
}
