package io.github.dnfs4j.combopt;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/**
 * When several searches stop: at a moment, as soon as one of them has proven its answer, or when they are asked to. A
 * limit on moves stands in the place of the moment where an answer must not depend on the clock: a million moves are
 * then what a second is otherwise, and one thread makes the same search every time.
 */
public final class Deadline {
    /** No limit on moves. */
    public static final long ANY = Long.MAX_VALUE;

    private static final double MOVES_A_SECOND = 1e6;
    private static final double LONGEST = 1e9;

    private final Clock clock;
    private final long end;
    private final long most;
    private final LongAdder made;
    private final BooleanSupplier asked;
    private final AtomicBoolean stopped = new AtomicBoolean();

    private Deadline(Clock clock, double seconds, long most, LongAdder made, BooleanSupplier asked) {
        this.clock = clock;
        end = clock.nanos() + (long) (Math.min(seconds, LONGEST) * 1e9);
        this.most = most;
        this.made = made;
        this.asked = asked;
    }

    public static Deadline in(double seconds) {
        return in(seconds, () -> false);
    }

    /** Before that, if {@code asked} says so. */
    public static Deadline in(double seconds, BooleanSupplier asked) {
        return in(seconds, ANY, asked);
    }

    /** Before that, after so many moves of all searches together. */
    public static Deadline in(double seconds, long moves, BooleanSupplier asked) {
        return in(Clock.WALL, seconds, moves, asked);
    }

    /** In so many seconds of a clock, after so many moves, or when {@code asked} says so: whatever comes first. */
    public static Deadline in(Clock clock, double seconds, long moves, BooleanSupplier asked) {
        return new Deadline(clock, seconds, moves, new LongAdder(), asked);
    }

    /** After so many moves: the same moment of a search on every machine. */
    public static Deadline after(long moves) {
        return in(LONGEST, moves, () -> false);
    }

    /** One for a part of the work: in so many seconds, and never later than this one. */
    public Deadline part(double seconds) {
        return counted()
                ? new Deadline(clock, LONGEST, sum(made.sum(), seconds), made, this::over)
                : new Deadline(clock, seconds, ANY, made, this::over);
    }

    private long sum(long moves, double seconds) {
        return (long) Math.min(most, moves + Math.max(0, seconds) * MOVES_A_SECOND);
    }

    /** Whether moves are counted, not seconds. */
    public boolean counted() {
        return most != ANY;
    }

    /** How many moves the searches have told of. */
    public long moves() {
        return made.sum();
    }

    /** Whether to stop; to be asked again after every few moves. */
    public boolean passed() {
        return passed(1);
    }

    /** Whether to stop, so many moves after it was asked last. */
    public boolean passed(long moves) {
        made.add(moves);
        return over();
    }

    private boolean over() {
        return ended() || clock.nanos() - end >= 0 || counted() && made.sum() >= most;
    }

    /** Seconds until then; not above 0 when it has passed. */
    public double left() {
        if (ended()) {
            return 0;
        }
        return counted() ? (most - made.sum()) / MOVES_A_SECOND : -clock.secondsSince(end);
    }

    private boolean ended() {
        return stopped.get() || asked.getAsBoolean();
    }

    public void stop() {
        stopped.set(true);
    }
}
