package io.github.dnfs4j.torch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

/**
 * Runs the parts of a batch on the cores of the CPU, one thread a part.
 *
 * <p>Each operation runs on one thread, and threads share nothing but the weights they read. Splitting the batch
 * instead of each operation lets the small operations of a network scale as well as the large ones, and keeps the
 * thread pools of OpenMP and OpenBLAS from fighting over the cores.
 */
public final class Workers {
    private static final ExecutorService POOL = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "dnfs-worker");
        thread.setDaemon(true);
        return thread;
    });

    private Workers() {}

    /** Rows {@code from} to {@code from + count}, of part {@code index}. */
    public record Part(int index, long from, long count) {}

    /** Splits n rows into equal parts: one a thread on the CPU, at least {@code smallest} rows each; one on a GPU. */
    public static List<Part> split(long n, long smallest, Device device) {
        long parts = device == Device.CPU ? Math.max(1, Math.min(Torch.threads(), n / smallest)) : 1;
        List<Part> out = new ArrayList<>();
        for (int k = 0; k < parts; k++) {
            long from = n * k / parts;
            out.add(new Part(k, from, n * (k + 1) / parts - from));
        }
        return out;
    }

    /**
     * Runs all tasks, the first on the calling thread, and returns their results in order. What the first failing one
     * threw is thrown here, once all have ended: nobody may still read this thread's tensors when it goes on.
     */
    public static <T> List<T> run(List<? extends Callable<T>> tasks) {
        List<FutureTask<T>> started = new ArrayList<>();
        tasks.forEach(task -> started.add(new FutureTask<>(task)));
        started.stream().skip(1).forEach(POOL::execute);
        started.get(0).run();
        List<T> results = new ArrayList<>();
        Throwable failure = null;
        for (FutureTask<T> task : started) {
            try {
                results.add(result(task));
            } catch (ExecutionException e) {
                failure = failure == null ? e.getCause() : failure;
            }
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        } else if (failure instanceof Error e) {
            throw e;
        } else if (failure != null) {
            throw new IllegalStateException(failure);
        }
        return results;
    }

    /** Waits for a task through interrupts, which stay pending. */
    private static <T> T result(FutureTask<T> task) throws ExecutionException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
