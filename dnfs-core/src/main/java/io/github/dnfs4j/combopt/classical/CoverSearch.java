package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import java.util.function.Consumer;

/**
 * Large independent sets of a graph without vertex weights, by their complements: small vertex covers. Whenever all edges
 * are covered, a vertex leaves the {@link CoverState cover}; then vertices are exchanged until all are covered again: the
 * one that is missed least leaves, and of an uncovered edge the end that wins more comes.
 */
final class CoverSearch {
    private static final int CHECK = 255;

    private final FastRandom random;
    private final CoverState cover;
    private long step;
    private boolean started;
    private int last = -1;

    CoverSearch(Graph graph, FastRandom random) {
        this.random = random;
        cover = new CoverState(graph);
    }

    /** Goes on where it was, until the deadline; tells of every set larger than those before. */
    void run(Deadline deadline, Consumer<byte[]> found) {
        if (!started) {
            start();
            started = true;
        }
        do {
            while (cover.open() == 0) {
                found.accept(cover.rest());
                if (cover.size() == 0) {
                    return;
                }
                cover.take(leaver(-1), step, false);
            }
            exchange();
        } while ((++step & CHECK) != 0 || !deadline.passed(CHECK + 1));
    }

    /** A cover of vertices that cover most, one after the other. */
    private void start() {
        while (cover.open() > 0) {
            int k = random.below(cover.open());
            int v = cover.one(k);
            int w = cover.two(k);
            cover.put(cover.score(v) > cover.score(w) ? v : w, step);
        }
    }

    private void exchange() {
        cover.take(leaver(last), step, true);
        int k = random.below(cover.open());
        int v = cover.one(k);
        int w = cover.two(k);
        int more = cover.score(w) - cover.score(v);
        if (!cover.free(v) || cover.free(w) && (more > 0 || more == 0 && cover.moved(w) < cover.moved(v))) {
            v = w;
        }
        cover.put(v, step);
        last = v;
        cover.grow();
    }

    /** Who of the cover is missed least, the longest unmoved among equals. */
    private int leaver(int but) {
        int chosen = -1;
        int best = Integer.MIN_VALUE;
        for (int k = 0; k < cover.size(); k++) {
            int v = cover.covering(k);
            int s = cover.score(v);
            if (s >= best && v != but && (s > best || cover.moved(v) < cover.moved(chosen))) {
                best = s;
                chosen = v;
            }
        }
        return chosen < 0 ? but : chosen;
    }
}
