package io.github.dnfs4j.experiment.terminal;

import java.util.function.BooleanSupplier;

/** Passes a wish to stop on to work that does not look for it itself, until closed. */
public final class Watch implements AutoCloseable {
    private static final long MILLISECONDS = 50;

    private final Thread thread;

    private Watch(Thread thread) {
        this.thread = thread;
    }

    /** Interrupts again and again while {@code stop} holds: the work may not have begun the first time. */
    public static Watch start(BooleanSupplier stop, Runnable interrupt) {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (true) {
                            Thread.sleep(MILLISECONDS);
                            if (stop.getAsBoolean()) {
                                interrupt.run();
                            }
                        }
                    } catch (InterruptedException closed) {
                        Thread.currentThread().interrupt();
                    }
                },
                "watch");
        thread.setDaemon(true);
        thread.start();
        return new Watch(thread);
    }

    /** Returns when nothing is interrupted any more. */
    @Override
    public void close() {
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
