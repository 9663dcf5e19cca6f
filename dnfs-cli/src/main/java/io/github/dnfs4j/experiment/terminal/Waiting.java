package io.github.dnfs4j.experiment.terminal;

import java.util.function.Supplier;

/**
 * A sign of life during work that says nothing itself, until closed: in a terminal a line that changes every second and
 * goes in the end, elsewhere a line every ten seconds.
 */
public final class Waiting implements AutoCloseable {
    private static final long MILLISECONDS = 10_000;
    private static final long IN_A_TERMINAL = 1000;
    private static final long PATIENCE = 1000;

    private final Thread thread;

    private Waiting(Thread thread) {
        this.thread = thread;
    }

    /** Says what is being done, and for how long already. */
    public static Waiting on(Console console, String what) {
        return on(console, () -> what);
    }

    /** Says what a supplier knows of the moment. */
    public static Waiting on(Console console, Supplier<String> what) {
        return on(console, what, console.terminal() ? IN_A_TERMINAL : MILLISECONDS);
    }

    static Waiting on(Console console, Supplier<String> what, long milliseconds) {
        long start = System.nanoTime();
        Thread thread = new Thread(
                () -> {
                    int drawn = 0;
                    try {
                        while (true) {
                            Thread.sleep(milliseconds);
                            String line = what.get() + ", " + Numbers.duration((System.nanoTime() - start) / 1e9);
                            if (console.terminal()) {
                                drawn = console.draw(line, drawn);
                            } else {
                                console.say(line);
                            }
                        }
                    } catch (InterruptedException closed) {
                        if (drawn > 0) {
                            console.draw("", drawn);
                        }
                    }
                },
                "waiting");
        thread.setDaemon(true);
        thread.start();
        return new Waiting(thread);
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
