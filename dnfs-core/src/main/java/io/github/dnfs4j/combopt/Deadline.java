package io.github.dnfs4j.combopt;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** When several searches stop: at a moment, as soon as one of them has proven its answer, or when they are asked to. */
public final class Deadline {
    private final long end;
    private final BooleanSupplier asked;
    private final AtomicBoolean stopped = new AtomicBoolean();

    private Deadline(long end, BooleanSupplier asked) {
        this.end = end;
        this.asked = asked;
    }

    public static Deadline in(double seconds) {
        return in(seconds, () -> false);
    }

    /** Before that, if {@code asked} says so. */
    public static Deadline in(double seconds, BooleanSupplier asked) {
        return new Deadline(System.nanoTime() + (long) (Math.min(seconds, 1e9) * 1e9), asked);
    }

    /** One for a part of the work: in so many seconds, and never later than this one. */
    public Deadline part(double seconds) {
        return in(seconds, this::passed);
    }

    public boolean passed() {
        return ended() || System.nanoTime() - end >= 0;
    }

    /** Seconds until then; not above 0 when it has passed. */
    public double left() {
        return ended() ? 0 : (end - System.nanoTime()) / 1e9;
    }

    private boolean ended() {
        return stopped.get() || asked.getAsBoolean();
    }

    public void stop() {
        stopped.set(true);
    }
}
