package io.github.dnfs4j.combopt;

import java.util.concurrent.atomic.AtomicBoolean;

/** When several searches stop: at a moment, or as soon as one of them has proven its answer. */
public final class Deadline {
    private final long end;
    private final AtomicBoolean stopped = new AtomicBoolean();

    private Deadline(long end) {
        this.end = end;
    }

    public static Deadline in(double seconds) {
        return new Deadline(System.nanoTime() + (long) (Math.min(seconds, 1e9) * 1e9));
    }

    public boolean passed() {
        return stopped.get() || System.nanoTime() - end >= 0;
    }

    /** Seconds until then; not above 0 when it has passed. */
    public double left() {
        return stopped.get() ? 0 : (end - System.nanoTime()) / 1e9;
    }

    public void stop() {
        stopped.set(true);
    }
}
