package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import java.util.function.LongConsumer;

/** Runs of annealing until a deadline, each longer than the one before: which length is right only shows. */
final class Longer {
    private static final double GROWTH = 2;
    /** A run takes at most this part of the time. */
    private static final double LONGEST = 0.3;
    /** The last run is made to fit, if so much of the first fits. */
    private static final double LEAST = 0.25;

    private Longer() {}

    /** Calls {@code run} with the number of its proposals. */
    static void runs(long first, Deadline deadline, LongConsumer run) {
        double all = deadline.left();
        double least = LEAST * first;
        double proposals = first;
        do {
            double before = deadline.left();
            run.accept((long) proposals);
            double rate = Math.max((before - deadline.left()) / proposals, 1e-12);
            double room = 0.95 * deadline.left() / rate;
            double longer = Math.max(least, Math.min(proposals * GROWTH, LONGEST * all / rate));
            proposals = room > 2 * longer ? longer : Math.max(least, room);
        } while (!deadline.passed());
    }
}
