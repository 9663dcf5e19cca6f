package io.github.dnfs4j.combopt.classical;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs searches side by side and waits for all of them; the first failure is thrown here. */
final class Parallel {
    /** An exact search is as deep as its solution is large. */
    private static final long STACK = 64L << 20;

    private Parallel() {}

    static void run(List<Runnable> tasks) {
        if (tasks.isEmpty()) {
            return;
        }
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size(), task -> {
            Thread thread = new Thread(null, task, "search", STACK);
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<?>> running = new ArrayList<>();
            tasks.forEach(task -> running.add(threads.submit(task)));
            for (Future<?> f : running) {
                f.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            threads.shutdownNow();
        }
    }
}
