package io.github.dnfs4j.combopt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The best distinct feasible solutions that several threads have found, how often each was offered, and what is known
 * about the best of all: a bound, and whether it is here. Objectives are computed here, once for each solution, whatever
 * the search believes.
 */
public final class SolutionPool {
    /**
     * A solution.
     *
     * @param x a value for each variable, 0 or 1
     * @param count how often it was found
     */
    public record Solution(byte[] x, double objective, int count) {}

    /**
     * A solution better than all before it.
     *
     * @param method that found it
     * @param seconds since the pool was made, by its clock
     */
    public record Improvement(Solution solution, String method, double seconds) {}

    private static final class Entry {
        private final byte[] x;
        private final double objective;
        private int count = 1;

        Entry(byte[] x, double objective) {
            this.x = x;
            this.objective = objective;
        }
    }

    /** Arrays compare by identity; this compares what they hold. */
    private record Key(byte[] x, int hash) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key k && k.hash == hash && Arrays.equals(x, k.x);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    private final Clock clock;
    private final long start;
    private final Problem problem;
    private final int capacity;
    private final Consumer<Improvement> listener;
    private final Map<Key, Entry> entries = new HashMap<>();
    private Map.@Nullable Entry<Key, Entry> worst;
    private @Nullable Improvement last;
    private @Nullable Double bound;
    private boolean proven;
    private long evaluations;

    /** Keeps at most {@code capacity} solutions, the best. */
    public SolutionPool(Problem problem, int capacity) {
        this(problem, capacity, Clock.WALL, improvement -> {});
    }

    /** Keeps at most {@code capacity} solutions, and tells of each better than all before it, in their order. */
    public SolutionPool(Problem problem, int capacity, Clock clock, Consumer<Improvement> listener) {
        this.problem = problem;
        this.clock = clock;
        start = clock.nanos();
        this.capacity = Math.max(1, capacity);
        this.listener = listener;
    }

    /** Takes a copy of a solution, if it is feasible and good enough. */
    public void offer(byte[] solution) {
        offer(solution, "search");
    }

    /** Takes a copy of a solution that a method of this name found, if it is feasible and good enough. */
    public void offer(byte[] solution, String method) {
        byte[] x = solution.clone();
        problem.normalise(x);
        if (!problem.feasible(x)) {
            return;
        }
        double objective = problem.objective(x);
        Key key = new Key(x, Arrays.hashCode(x));
        synchronized (this) {
            Entry known = entries.get(key);
            if (known != null) {
                known.count++;
                return;
            }
            if (full()) {
                Map.Entry<Key, Entry> least = worst();
                if (!problem.better(objective, least.getValue().objective)) {
                    return;
                }
                entries.remove(least.getKey());
                worst = null;
            }
            Entry entry = new Entry(x, objective);
            entries.put(key, entry);
            if (worst != null && order().compare(entry, worst.getValue()) > 0) {
                worst = null;
            }
            if (last == null || problem.better(objective, last.solution.objective)) {
                last = new Improvement(new Solution(x, objective, 1), method, clock.secondsSince(start));
                listener.accept(last);
            }
        }
    }

    /** Whether only solutions better than the {@link #worst} are still taken. */
    public synchronized boolean full() {
        return entries.size() >= capacity;
    }

    /** The objective that a solution must beat to be taken; without one while there is room. */
    public synchronized @Nullable Double threshold() {
        return full() ? worst().getValue().objective : null;
    }

    private Map.Entry<Key, Entry> worst() {
        if (worst == null) {
            worst = entries.entrySet().stream()
                    .max(Comparator.comparing(Map.Entry::getValue, order()))
                    .orElseThrow();
        }
        return worst;
    }

    private Comparator<Entry> order() {
        Comparator<Entry> byObjective =
                Comparator.comparingDouble(e -> problem.maximised() ? -e.objective : e.objective);
        return byObjective.thenComparing(e -> -e.count).thenComparing(e -> e.x, Arrays::compare);
    }

    /** Says that the best solution here is a best one of all. */
    public synchronized void prove() {
        proven = true;
    }

    public synchronized boolean proven() {
        return proven;
    }

    /** Says that no solution has a better objective than this; the strongest such word is kept. */
    public synchronized void bound(double objective) {
        if (bound == null || problem.better(bound, objective)) {
            bound = objective;
        }
    }

    /** The best objective that is not ruled out; the best solution's own where that is proven; null if none is known. */
    public synchronized @Nullable Double bound() {
        return proven && last != null ? Double.valueOf(last.solution.objective) : bound;
    }

    /** Says how many moves a search has made. */
    public synchronized void spent(long moves) {
        evaluations += moves;
    }

    /** Moves of all searches. */
    public synchronized long evaluations() {
        return evaluations;
    }

    /** The last time that a solution was better than all before it; null while there is none. */
    public synchronized @Nullable Improvement improvement() {
        return last;
    }

    /** The solutions, best first. */
    public synchronized List<Solution> sorted() {
        List<Entry> all = new ArrayList<>(entries.values());
        all.sort(order());
        return all.stream().map(e -> new Solution(e.x, e.objective, e.count)).toList();
    }

    /** The best solution. */
    public synchronized Solution best() {
        if (last == null) {
            throw new IllegalStateException("no solution was found");
        }
        return sorted().get(0);
    }
}
