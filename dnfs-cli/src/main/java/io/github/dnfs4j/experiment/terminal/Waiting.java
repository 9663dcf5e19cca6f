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

    private final Console console;
    private final Thread thread;
    private int drawn;

    private Waiting(Console console, Supplier<String> what, long milliseconds) {
        this.console = console;
        long start = System.nanoTime();
        thread = new Thread(
                () -> {
                    try {
                        while (true) {
                            Thread.sleep(milliseconds);
                            show(what.get() + ", " + Numbers.duration((System.nanoTime() - start) / 1e9));
                        }
                    } catch (InterruptedException closed) {
                        clear();
                    }
                },
                "waiting");
        thread.setDaemon(true);
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
        Waiting waiting = new Waiting(console, what, milliseconds);
        waiting.thread.start();
        return waiting;
    }

    /** A line that stays, while the sign goes on below it. */
    public synchronized void say(String line) {
        clear();
        console.say(line);
    }

    private synchronized void show(String line) {
        if (console.terminal()) {
            drawn = console.draw(line, drawn);
        } else {
            console.say(line);
        }
    }

    private synchronized void clear() {
        if (drawn > 0) {
            console.draw("", drawn);
        }
        drawn = 0;
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
