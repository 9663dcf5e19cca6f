package io.github.dnfs4j.torch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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

    /** Runs all tasks, the first on the calling thread, and returns their results in order. */
    public static <T> List<T> run(List<? extends Callable<T>> tasks) {
        List<Future<T>> others = tasks.stream()
                .skip(1)
                .map(task -> POOL.submit((Callable<T>) task))
                .toList();
        List<T> results = new ArrayList<>();
        try {
            try {
                results.add(tasks.get(0).call());
            } finally {
                // Nobody may still read this thread's tensors when it goes on, whatever happened here.
                for (Future<T> other : others) {
                    results.add(other.get());
                }
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException r ? r : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return results;
    }
}
