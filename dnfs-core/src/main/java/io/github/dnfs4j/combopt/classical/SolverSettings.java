package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Clock;
import io.github.dnfs4j.combopt.Deadline;

/**
 * How long and how hard to search.
 *
 * @param clock whose seconds these are
 * @param seconds to search
 * @param threads that search at the same time
 * @param seed of all randomness; the same seed gives the same search, but what it reaches depends on the clock
 * @param samples how many distinct solutions to keep
 * @param exact whether a proof is worth all of the time, and large problems a try
 * @param moves of all searches together, {@link Deadline#ANY} without a limit; with one, and a single thread, the same
 *     seed gives the same answer
 */
public record SolverSettings(
        Clock clock, double seconds, int threads, long seed, int samples, boolean exact, long moves) {
    private static final int MOST_THREADS = 64;

    public SolverSettings {
        if (!(seconds > 0 && Double.isFinite(seconds))) {
            throw new IllegalArgumentException("the seconds must be above 0, not " + seconds);
        }
        if (threads < 1 || threads > MOST_THREADS) {
            throw new IllegalArgumentException("the threads must be 1 to " + MOST_THREADS + ", not " + threads);
        }
        if (samples < 1) {
            throw new IllegalArgumentException("the samples must be at least 1, not " + samples);
        }
        if (moves < 1) {
            throw new IllegalArgumentException("the moves must be at least 1, not " + moves);
        }
    }

    /** Seconds are those of the wall. */
    public SolverSettings(double seconds, int threads, long seed, int samples, boolean exact, long moves) {
        this(Clock.WALL, seconds, threads, seed, samples, exact, moves);
    }

    /** Settings without a limit on moves. */
    public SolverSettings(double seconds, int threads, long seed, int samples, boolean exact) {
        this(seconds, threads, seed, samples, exact, Deadline.ANY);
    }

    /** These settings with another time. */
    public SolverSettings within(double other) {
        return new SolverSettings(clock, other, threads, seed, samples, exact, moves);
    }
}
