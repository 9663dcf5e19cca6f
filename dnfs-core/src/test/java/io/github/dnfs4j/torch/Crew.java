package io.github.dnfs4j.torch;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Ranks that are threads of this process, and meet by c10d as processes do. */
public final class Crew {
    private Crew() {}

    /** What one of them does. */
    public interface Work<T> {
        T as(Ranks ranks) throws Exception;
    }

    /** Lets so many ranks do something, and returns what each says. */
    public static <T> List<T> of(int size, Work<T> work) throws Exception {
        return of(size, Nccl.MAKER, line -> {}, work);
    }

    /** With cards of another kind. */
    static <T> List<T> of(int size, Cards.Maker maker, Consumer<String> say, Work<T> work) throws Exception {
        Gloo.Host host = new Gloo.Host(meeting(0, 0, size, "test"));
        ExecutorService threads = Executors.newFixedThreadPool(size);
        try {
            List<Future<T>> results = new ArrayList<>();
            for (int r = 0; r < size; r++) {
                int rank = r;
                results.add(threads.submit(() -> {
                    try (Ranks ranks = rank == 0
                            ? host.join(maker, Optional::empty, say, why -> {})
                            : Gloo.join(meeting(host.port(), rank, size, "test"), maker, say, why -> {})) {
                        try {
                            return work.as(ranks);
                        } catch (Exception | Error e) {
                            ranks.fail(Torch.firstLine(e));
                            throw e;
                        }
                    }
                }));
            }
            List<T> all = new ArrayList<>();
            for (Future<T> result : results) {
                all.add(result.get());
            }
            return all;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            threads.shutdownNow();
        }
    }

    static Meeting meeting(int port, int rank, int size, String identity) throws IOException {
        return new Meeting("127.0.0.1", port, rank, size, identity, Duration.ofSeconds(30), true);
    }
}
