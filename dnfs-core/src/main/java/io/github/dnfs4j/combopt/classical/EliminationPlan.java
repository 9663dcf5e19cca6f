package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import java.util.Arrays;

/**
 * In which order variables can be eliminated one by one, and which are frozen because they cannot. Eliminating v joins
 * its neighbours to each other; always one with few neighbours goes, by chance among equals. When everybody has more than
 * {@code width} of them, a variable with many is frozen, which takes it out of all scopes.
 */
final class EliminationPlan {
    private static final int SAMPLE = 8;

    private final Graph graph;
    private final FastRandom random;
    private final int n;
    private final int[][] around;
    private final int[] degree;
    private final int[] mark;
    private int stamp;
    /** Those not yet eliminated or frozen, with their places. */
    private final int[] open;

    private final int[] place;
    private int left;
    /** For each number of neighbours, variables that once had so many. */
    private final int[][] queue;

    private final int[] queued;
    private final int most;

    private final int[] order;
    private int eliminated;
    /** The sum of 2^width over all eliminated. */
    private double work;

    private final boolean[] frozen;

    /** For widths up to {@code most}. */
    EliminationPlan(Graph graph, int most, FastRandom random) {
        this.graph = graph;
        this.random = random;
        this.most = most;
        n = graph.vertices();
        around = new int[n][];
        degree = new int[n];
        mark = new int[n];
        open = new int[n];
        place = new int[n];
        order = new int[n];
        frozen = new boolean[n];
        queue = new int[most + 1][16];
        queued = new int[most + 1];
    }

    /** The variables that are eliminated, first to last. */
    int eliminated(int k) {
        return order[k];
    }

    /** How many are eliminated; the others are frozen. */
    int count() {
        return eliminated;
    }

    boolean frozen(int v) {
        return frozen[v];
    }

    /** How many neighbours v had when it was eliminated. */
    int width(int v) {
        return degree[v];
    }

    /** One of them. */
    int scope(int v, int k) {
        return around[v][k];
    }

    /** Makes a plan with as many frozen as it takes. */
    void make(int width) {
        start();
        while (left > 0) {
            int v = least(width);
            if (v >= 0) {
                eliminate(v);
            } else {
                freeze(many());
            }
        }
        if (eliminated < n) {
            narrow();
        }
    }

    /** Makes a plan without frozen variables; false if that takes a larger width or more work. */
    boolean complete(int width, double budget) {
        start();
        while (left > 0) {
            int v = least(width);
            if (v < 0 || work > budget) {
                return false;
            }
            eliminate(v);
        }
        return work <= budget;
    }

    /** What was frozen later is no part of a scope either. */
    private void narrow() {
        work = 0;
        for (int k = 0; k < eliminated; k++) {
            int v = order[k];
            int kept = 0;
            for (int i = 0; i < degree[v]; i++) {
                int u = around[v][i];
                if (!frozen[u]) {
                    around[v][kept++] = u;
                }
            }
            degree[v] = kept;
            work += Math.scalb(1.0, kept);
        }
    }

    private void start() {
        eliminated = 0;
        work = 0;
        left = n;
        Arrays.fill(frozen, false);
        Arrays.fill(queued, 0);
        for (int v = 0; v < n; v++) {
            open[v] = v;
        }
        for (int k = n - 1; k > 0; k--) {
            int other = random.below(k + 1);
            int v = open[k];
            open[k] = open[other];
            open[other] = v;
        }
        for (int k = 0; k < n; k++) {
            int v = open[k];
            place[v] = k;
            degree[v] = graph.degree(v);
            if (around[v] == null || around[v].length < degree[v]) {
                around[v] = new int[degree[v]];
            }
            for (int i = 0; i < degree[v]; i++) {
                around[v][i] = graph.neighbour(graph.start(v) + i);
            }
            enqueue(v);
        }
    }

    private void enqueue(int v) {
        int d = degree[v];
        if (d <= most) {
            if (queued[d] == queue[d].length) {
                queue[d] = Arrays.copyOf(queue[d], 2 * queued[d]);
            }
            queue[d][queued[d]++] = v;
        }
    }

    /** A variable of fewest neighbours, -1 if all have more than {@code width}. */
    private int least(int width) {
        for (int d = 0; d <= width; d++) {
            while (queued[d] > 0) {
                // The last that came is near the one eliminated before; one by chance keeps the regions apart.
                int k = random.below(queued[d]);
                int v = queue[d][k];
                queue[d][k] = queue[d][--queued[d]];
                if (place[v] >= 0 && degree[v] == d) {
                    return v;
                }
            }
        }
        return -1;
    }

    private int many() {
        int chosen = open[random.below(left)];
        for (int k = 1; k < SAMPLE; k++) {
            int v = open[random.below(left)];
            if (degree[v] > degree[chosen]) {
                chosen = v;
            }
        }
        return chosen;
    }

    private void leave(int v) {
        int last = open[--left];
        open[place[v]] = last;
        place[last] = place[v];
        place[v] = -1;
    }

    private void freeze(int v) {
        leave(v);
        frozen[v] = true;
        for (int i = 0; i < degree[v]; i++) {
            drop(around[v][i], v);
            enqueue(around[v][i]);
        }
    }

    private void drop(int u, int v) {
        int[] list = around[u];
        int i = 0;
        while (list[i] != v) {
            i++;
        }
        list[i] = list[--degree[u]];
    }

    private void eliminate(int v) {
        leave(v);
        order[eliminated++] = v;
        int d = degree[v];
        work += Math.scalb(1.0, d);
        for (int i = 0; i < d; i++) {
            int u = around[v][i];
            drop(u, v);
            stamp++;
            mark[u] = stamp;
            for (int k = 0; k < degree[u]; k++) {
                mark[around[u][k]] = stamp;
            }
            for (int k = 0; k < d; k++) {
                int w = around[v][k];
                if (mark[w] != stamp) {
                    add(u, w);
                }
            }
            enqueue(u);
        }
    }

    private void add(int u, int w) {
        if (degree[u] == around[u].length) {
            around[u] = Arrays.copyOf(around[u], 2 * degree[u] + 2);
        }
        around[u][degree[u]++] = w;
    }
}
