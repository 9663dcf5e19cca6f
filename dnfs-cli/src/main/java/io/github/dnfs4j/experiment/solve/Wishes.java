package io.github.dnfs4j.experiment.solve;

import io.github.dnfs4j.combopt.Clock;
import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.constraint.Constraints;
import org.jspecify.annotations.Nullable;

/**
 * How a problem is to be solved.
 *
 * @param clock whose seconds these are
 * @param seconds to search
 * @param moves of all searches together, {@link Deadline#ANY} without a limit
 * @param best how many distinct solutions are wanted
 * @param many whether that number was asked for, so that finding them is worth the time
 * @param exact whether a proof is worth all of the time
 * @param target an objective that is good enough
 * @param start a state to begin from
 */
public record Wishes(
        Clock clock,
        double seconds,
        long moves,
        int threads,
        long seed,
        int best,
        boolean many,
        boolean exact,
        @Nullable Double target,
        byte @Nullable [] start,
        Constraints constraints) {
    /** Solutions that are given where nobody says how many. */
    public static final int FEW = 10;

    private static final double SECONDS = 5;
    private static final double EXACT_SECONDS = 60;
    private static final double ANY_SECONDS = 1e9;

    /** The time for a search that is limited in these ways, or not at all. */
    public static double limit(@Nullable Double seconds, @Nullable Long moves, boolean exact) {
        return seconds != null ? seconds : moves != null ? ANY_SECONDS : exact ? EXACT_SECONDS : SECONDS;
    }

    /** Seconds, threads and a seed, and nothing else. */
    public static Wishes of(Clock clock, double seconds, int threads, long seed) {
        return new Wishes(clock, seconds, Deadline.ANY, threads, seed, 1, false, false, null, null, Constraints.NONE);
    }
}
