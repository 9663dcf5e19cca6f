package io.github.dnfs4j.combopt;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** When several searches stop: at a moment, as soon as one of them has proven its answer, or when they are asked to. */
public final class Deadline {
    private final LongSupplier clock;
    private final long end;
    private final BooleanSupplier asked;
    private final AtomicBoolean stopped = new AtomicBoolean();

    private Deadline(LongSupplier clock, double seconds, BooleanSupplier asked) {
        this.clock = clock;
        end = clock.getAsLong() + (long) (Math.min(seconds, 1e9) * 1e9);
        this.asked = asked;
    }

    public static Deadline in(double seconds) {
        return in(seconds, () -> false);
    }

    /** Before that, if {@code asked} says so. */
    public static Deadline in(double seconds, BooleanSupplier asked) {
        return new Deadline(System::nanoTime, seconds, asked);
    }

    /** After it was looked at so many times: the same moment of a search on every machine. */
    public static Deadline afterLooks(long looks) {
        return new Deadline(new AtomicLong()::incrementAndGet, looks / 1e9, () -> false);
    }

    /** One for a part of the work: in so many seconds, and never later than this one. */
    public Deadline part(double seconds) {
        return new Deadline(clock, seconds, this::passed);
    }

    public boolean passed() {
        return ended() || clock.getAsLong() - end >= 0;
    }

    /** Seconds until then; not above 0 when it has passed. */
    public double left() {
        return ended() ? 0 : (end - clock.getAsLong()) / 1e9;
    }

    private boolean ended() {
        return stopped.get() || asked.getAsBoolean();
    }

    public void stop() {
        stopped.set(true);
    }
}
