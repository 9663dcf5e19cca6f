package io.github.dnfs4j.combopt.several;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.combopt.SolutionPool.Solution;
import io.github.dnfs4j.target.Graph;
import java.util.Arrays;
import java.util.List;

/**
 * From one independent set to others near it: a vertex enters and those that clash with it leave, then what is free
 * enters in a random order. A vertex that takes the place of one other keeps the size, so that equal sets are found.
 */
final class SwapWalk {
    private static final int SAMPLE = 8;

    private final Graph clashes;
    private final boolean cover;
    private final FastRandom random;
    private final int n;
    private final int[] with;
    private byte[] x = new byte[0];

    /** @param cover whether the pool wants what a set leaves */
    SwapWalk(Graph clashes, boolean cover, FastRandom random) {
        this.clashes = clashes;
        this.cover = cover;
        this.random = random;
        n = clashes.vertices();
        with = new int[n];
    }

    void run(SolutionPool pool, Deadline deadline) {
        if (pool.improvement() == null) {
            offer(pool, new byte[n]);
        }
        while (!deadline.passed(n)) {
            List<Solution> known = pool.sorted();
            start(turned(known.get(random.below(known.size())).x()));
            for (int step = 0; step < 32 && !deadline.passed(n); step++) {
                enter(chosen());
                complete();
                offer(pool, x);
            }
        }
    }

    private void offer(SolutionPool pool, byte[] set) {
        pool.offer(turned(set), "walk");
    }

    private byte[] turned(byte[] set) {
        byte[] y = set.clone();
        for (int v = 0; cover && v < n; v++) {
            y[v] = (byte) (1 - y[v]);
        }
        return y;
    }

    private void start(byte[] set) {
        x = new byte[n];
        Arrays.fill(with, 0);
        for (int v = 0; v < n; v++) {
            if (set[v] == 1) {
                insert(v);
            }
        }
    }

    private void insert(int v) {
        x[v] = 1;
        count(v, 1);
    }

    private void count(int v, int change) {
        for (int p = clashes.start(v); p < clashes.start(v + 1); p++) {
            with[clashes.neighbour(p)] += change;
        }
    }

    /** Of some vertices outside the one that clashes least; -1 where all that were looked at are inside. */
    private int chosen() {
        int chosen = -1;
        for (int k = 0; k < SAMPLE; k++) {
            int v = random.below(n);
            if (x[v] == 0 && (chosen < 0 || with[v] < with[chosen])) {
                chosen = v;
            }
        }
        return chosen;
    }

    private void enter(int v) {
        if (v < 0) {
            return;
        }
        for (int p = clashes.start(v); p < clashes.start(v + 1) && with[v] > 0; p++) {
            int u = clashes.neighbour(p);
            if (x[u] == 1) {
                x[u] = 0;
                count(u, -1);
            }
        }
        insert(v);
    }

    private void complete() {
        int first = random.below(n);
        for (int k = 0; k < n; k++) {
            int v = (first + k) % n;
            if (x[v] == 0 && with[v] == 0 && clashes.vertexWeight(v) > 0) {
                insert(v);
            }
        }
    }
}
