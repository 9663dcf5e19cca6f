package io.github.dnfs4j.combopt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The best distinct feasible solutions that several threads have found, and how often each was offered. Objectives are
 * computed here, once for each solution, whatever the search believes.
 */
public final class SolutionPool {
    /**
     * A solution.
     *
     * @param x a value for each variable, 0 or 1
     * @param count how often it was found
     */
    public record Solution(byte[] x, double objective, int count) {}

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
        public boolean equals(@org.jspecify.annotations.Nullable Object other) {
            return other instanceof Key k && k.hash == hash && Arrays.equals(x, k.x);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    private final Problem problem;
    private final int capacity;
    private final Map<Key, Entry> entries = new HashMap<>();
    private boolean proven;

    /** Keeps at most {@code capacity} solutions, the best. */
    public SolutionPool(Problem problem, int capacity) {
        this.problem = problem;
        this.capacity = Math.max(1, capacity);
    }

    /** Takes a copy of a solution, if it is feasible and good enough. */
    public void offer(byte[] solution) {
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
            if (entries.size() >= capacity) {
                Map.Entry<Key, Entry> worst = worst();
                if (!problem.better(objective, worst.getValue().objective)) {
                    return;
                }
                entries.remove(worst.getKey());
            }
            entries.put(key, new Entry(x, objective));
        }
    }

    private Map.Entry<Key, Entry> worst() {
        return entries.entrySet().stream()
                .max(Comparator.comparing(Map.Entry::getValue, order()))
                .orElseThrow();
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

    /** The solutions, best first. */
    public synchronized List<Solution> sorted() {
        List<Entry> all = new ArrayList<>(entries.values());
        all.sort(order());
        return all.stream().map(e -> new Solution(e.x, e.objective, e.count)).toList();
    }

    /** The best solution. */
    public synchronized Solution best() {
        if (entries.isEmpty()) {
            throw new IllegalStateException("no solution was found");
        }
        return sorted().get(0);
    }
}
