package io.github.dnfs4j.experiment.terminal;

import java.util.function.Supplier;

/** A sign of life during work that says nothing itself: a line every ten seconds, until closed. */
public final class Waiting implements AutoCloseable {
    private static final long MILLISECONDS = 10_000;

    private final Thread thread;

    private Waiting(Thread thread) {
        this.thread = thread;
    }

    /** Says what is being done, and for how long already. */
    public static Waiting on(Console console, String what) {
        return on(console, () -> what, MILLISECONDS);
    }

    /** Says what a supplier knows of the moment. */
    public static Waiting on(Console console, Supplier<String> what) {
        return on(console, what, MILLISECONDS);
    }

    static Waiting on(Console console, Supplier<String> what, long milliseconds) {
        long start = System.nanoTime();
        Thread thread = new Thread(
                () -> {
                    try {
                        while (true) {
                            Thread.sleep(milliseconds);
                            console.say(what.get() + ", " + Numbers.duration((System.nanoTime() - start) / 1e9));
                        }
                    } catch (InterruptedException closed) {
                        Thread.currentThread().interrupt();
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
    }
}
