package io.github.dnfs4j.torch;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether all ranks are alive. Each counts up once a second, in a thread of its own, so that one which is merely slow is
 * waited for. Rank 0 judges whom it has not heard of; the others hear its verdict, or that its store is gone.
 *
 * <pre>{@code
 * pulse/R     counted by rank R          failed/R    why rank R does not go on
 * suspect     counted by who lost a connection: then a shorter silence is enough
 * lost        the verdict
 * }</pre>
 */
final class Pulse implements AutoCloseable {
    private static final long BEAT_MILLIS = 1000;
    private static final double SILENCE = 20;
    private static final double SUSPICIOUS = 5;
    /** For the thread that trains to end by itself, when it comes to know of a loss. */
    private static final long GRACE_MILLIS = 3000;

    private static final String LOST = "lost";
    private static final String SUSPECT = "suspect";

    private final Board board;
    private final int rank;
    private final int size;
    private final Supplier<Optional<String>> dead;
    private final Runnable lost;
    private final Consumer<String> end;
    private final Thread thread;
    /** When the store last answered. */
    private volatile long answered = System.nanoTime();

    private volatile boolean closed;
    private volatile boolean suspicious;
    private volatile @Nullable String verdict;

    /** For each rank the count last seen, and when it last changed. */
    private final long[] counts;

    private final long[] seen;

    /**
     * Starts to beat.
     *
     * @param board of its own
     * @param dead says which process is known to have ended
     * @param lost runs as soon as a loss is known, and may take its time
     * @param end hears of a loss, unless the process has ended for it by then: the last resort against waiting forever
     */
    Pulse(Board board, int rank, int size, Supplier<Optional<String>> dead, Runnable lost, Consumer<String> end) {
        this.board = board;
        this.rank = rank;
        this.size = size;
        this.dead = dead;
        this.lost = lost;
        this.end = end;
        counts = new long[size];
        seen = new long[size];
        Arrays.fill(seen, System.nanoTime());
        thread = daemon("dnfs-pulse", this::beat);
        if (rank > 0) {
            // Where a machine vanishes from the network, the thread above waits for an answer that never comes.
            daemon("dnfs-pulse-watch", () -> until(this::unanswered));
        }
    }

    private static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void beat() {
        until(() -> {
            Optional<String> lost = look();
            answered = System.nanoTime();
            return lost;
        });
    }

    private Optional<String> unanswered() {
        double silent = (System.nanoTime() - answered) / 1e9;
        return silent > SILENCE
                ? Optional.of(
                        String.format(Locale.ROOT, "rank 0 is lost: its store has not answered for %.0f s", silent))
                : Optional.empty();
    }

    /** Asks once a second who is lost, until somebody is. */
    private void until(Supplier<Optional<String>> loss) {
        try {
            while (!closed && verdict == null) {
                loss.get().ifPresent(why -> {
                    verdict = why;
                    daemon("dnfs-lost", lost);
                });
                Thread.sleep(verdict == null ? BEAT_MILLIS : GRACE_MILLIS);
            }
        } catch (InterruptedException e) {
            return;
        }
        String why = verdict;
        if (why != null && !closed) {
            end.accept(why);
        }
    }

    private synchronized Optional<String> look() {
        if (closed) {
            return Optional.empty();
        }
        try {
            board.count("pulse/" + rank, 1);
            if (suspicious) {
                board.count(SUSPECT, 1);
            }
            if (rank > 0) {
                return board.find(LOST);
            }
            Optional<String> why = judged();
            why.ifPresent(text -> board.put(LOST, text));
            return why;
        } catch (RuntimeException storeGone) {
            return closed ? Optional.empty() : Optional.of("rank 0 is lost: its store does not answer any more");
        }
    }

    private Optional<String> judged() {
        double longest = board.count(SUSPECT, 0) > 0 ? SUSPICIOUS : SILENCE;
        for (int r = 1; r < size; r++) {
            Optional<String> failed = board.find("failed/" + r);
            if (failed.isPresent()) {
                return Optional.of("rank " + r + " failed: " + failed.get());
            }
        }
        Optional<String> gone = dead.get();
        if (gone.isPresent()) {
            return gone;
        }
        for (int r = 1; r < size; r++) {
            long count = board.count("pulse/" + r, 0);
            if (count != counts[r]) {
                counts[r] = count;
                seen[r] = System.nanoTime();
            }
            double silent = (System.nanoTime() - seen[r]) / 1e9;
            if (silent > longest) {
                return Optional.of(
                        String.format(Locale.ROOT, "rank %d is lost: nothing was heard of it for %.0f s", r, silent));
            }
        }
        return Optional.empty();
    }

    /** Tells all that this rank does not go on. */
    void fail(String reason) {
        if (verdict != null) {
            return; // all hear of that one
        }
        try {
            synchronized (this) {
                board.put(rank > 0 ? "failed/" + rank : LOST, rank > 0 ? reason : "rank 0 failed: " + reason);
            }
            if (rank == 0) {
                Thread.sleep(BEAT_MILLIS + BEAT_MILLIS / 2); // its store goes with it, and all shall have read this
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException storeGone) {
            // Then they know it already.
        }
    }

    /** Who is lost, if anybody is known to be. */
    Optional<String> verdict() {
        return Optional.ofNullable(verdict);
    }

    /** Who it was that broke a connection: waits until that is known. */
    String blame() {
        suspicious = true;
        long until = System.nanoTime() + (long) (1e9 * (SUSPICIOUS + SILENCE) / 2);
        while (verdict == null && thread.isAlive() && System.nanoTime() < until) {
            try {
                Thread.sleep(BEAT_MILLIS / 20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        String why = verdict;
        return why == null ? "a connection to another rank broke" : why;
    }

    /** Stops to beat and to listen. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        if (verdict == null) { // else the store may never answer
            synchronized (this) {
                board.close();
            }
        }
    }
}
