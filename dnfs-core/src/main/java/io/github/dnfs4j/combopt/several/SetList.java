package io.github.dnfs4j.combopt.several;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import java.util.Arrays;

/**
 * All sets that a pool would still take: every set of vertices that do not clash is visited once, vertex by vertex,
 * unless what can still be added is too light. Of vertices that all clash with each other a set has at most one, so a
 * greedy partition into such groups bounds what a set of candidates can add: the heaviest of each group.
 *
 * <p>A cover is what such a set leaves; the pool then wants the cover light.
 */
final class SetList {
    private static final int CHECK = 255;

    private final SolutionPool pool;
    private final boolean cover;
    private final int n;
    private final int words;
    private final double[] weight;
    private final long[][] clash;
    private final byte[] x;
    private double all;
    private long nodes;
    private boolean stopped;

    SetList(Problem.OfGraph problem, SolutionPool pool) {
        this.pool = pool;
        Graph graph = problem.graph();
        boolean clique = problem.kind() == GraphProblem.CLIQUE;
        cover = problem.kind() == GraphProblem.VERTEX_COVER;
        n = graph.vertices();
        words = (n + 63) >> 6;
        weight = new double[n];
        clash = new long[n][words];
        x = new byte[n];
        for (int v = 0; v < n; v++) {
            weight[v] = graph.vertexWeight(v);
            all += weight[v];
            for (int u = 0; u < n; u++) {
                if (u != v && graph.adjacent(u, v) != clique) {
                    clash[v][u >> 6] |= 1L << u;
                }
            }
        }
    }

    /** True if it came to the end. */
    boolean run(Deadline deadline) {
        long[] candidates = new long[words];
        for (int v = 0; v < n; v++) {
            candidates[v >> 6] |= 1L << v;
        }
        offer();
        expand(candidates, 0, deadline);
        return !stopped;
    }

    private void offer() {
        byte[] y = x.clone();
        for (int v = 0; cover && v < n; v++) {
            y[v] = (byte) (1 - y[v]);
        }
        pool.offer(y, "list");
    }

    /** Whether a set of this weight would be taken; a little less for rounding. */
    private boolean wanted(double sum) {
        Double threshold = pool.threshold();
        return threshold == null || sum * (1 + 1e-12) + 1e-12 > (cover ? all - threshold : threshold);
    }

    private void expand(long[] candidates, double sum, Deadline deadline) {
        if ((++nodes & CHECK) == 0 && deadline.passed(CHECK + 1)) {
            stopped = true;
        }
        int[] order = new int[n];
        double[] bound = new double[n];
        int count = groups(candidates, order, bound);
        long[] left = candidates.clone();
        for (int k = count - 1; k >= 0 && !stopped && wanted(sum + bound[k]); k--) {
            int v = order[k];
            x[v] = 1;
            left[v >> 6] &= ~(1L << v);
            offer();
            long[] next = new long[words];
            long any = 0;
            for (int w = 0; w < words; w++) {
                next[w] = left[w] & ~clash[v][w];
                any |= next[w];
            }
            if (any != 0) {
                expand(next, sum + weight[v], deadline);
            }
            x[v] = 0;
        }
    }

    /** Candidates in the order of their groups, and what those up to each of them can add at most. */
    private int groups(long[] candidates, int[] order, double[] bound) {
        long[] rest = candidates.clone();
        int count = 0;
        double before = 0;
        while (Arrays.stream(rest).anyMatch(w -> w != 0)) {
            long[] open = rest.clone();
            double heaviest = 0;
            for (int w = 0; w < words; w++) {
                while (open[w] != 0) {
                    int v = (w << 6) + Long.numberOfTrailingZeros(open[w]);
                    open[w] &= open[w] - 1;
                    rest[w] &= ~(1L << v);
                    for (int k = w; k < words; k++) {
                        open[k] &= clash[v][k];
                    }
                    heaviest = Math.max(heaviest, weight[v]);
                    order[count] = v;
                    bound[count++] = before + heaviest;
                }
            }
            before += heaviest;
        }
        return count;
    }
}
