package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The best values of many variables at once, given those of the others, by dynamic programming. Along an
 * {@link EliminationPlan} a variable v with scope S, those of its neighbours that are still there, leaves behind
 *
 * <pre>{@code
 * m_v(x_S) = min over x_v of  x_v (h_v + sum_j w_vj x_j) + the m_u whose scope has v first     2^|S| numbers
 * }</pre>
 *
 * and the minima are read off backwards; ties are broken by chance. Without frozen variables the result is a minimum of
 * all. It is exact in whole numbers below 2^53.
 */
final class Elimination {
    /** No wider table than 2^24 numbers. */
    static final int WIDEST = 24;

    private static final int TRIES = 5;

    private final Graph graph;
    private final double[] h;
    private final int n;
    private final FastRandom random;
    private final EliminationPlan plan;
    /** Messages to each variable: which variables sent them. */
    private final int[] first;

    private final int[] next;
    private final double[][] message;
    private final long[][] decision;
    private final int[] rank;
    private final List<ArrayDeque<double[]>> free = new ArrayList<>();
    private final int[] bit;
    private double[] low = new double[0];
    private double[] high = new double[0];
    private int[] index = new int[0];

    Elimination(QuadraticForm binary, int widest, FastRandom random) {
        this.random = random;
        graph = binary.couplings();
        n = binary.size();
        h = new double[n];
        for (int i = 0; i < n; i++) {
            h[i] = binary.linear(i);
        }
        plan = new EliminationPlan(graph, Math.min(widest, WIDEST), random);
        first = new int[n];
        next = new int[n];
        rank = new int[n];
        bit = new int[n];
        message = new double[n][];
        decision = new long[n][];
        for (int d = 0; d <= WIDEST; d++) {
            free.add(new ArrayDeque<>());
        }
    }

    /** Sets x to a state of least energy, all variables free; false, and nothing done, if that takes too much work. */
    boolean minimise(byte[] x, int width, double budget) {
        // Chance breaks ties in the order, and some orders are narrower than others.
        for (int k = 0; k < TRIES; k++) {
            if (plan.complete(width, budget)) {
                solve(x);
                return true;
            }
        }
        return false;
    }

    /** Makes x no worse: the best of all that differ from it in as many variables as the width allows to free. */
    void improve(byte[] x, int width) {
        plan.make(width);
        solve(x);
    }

    /** How many variables the last plan freed. */
    int freed() {
        return plan.count();
    }

    private void solve(byte[] x) {
        int count = plan.count();
        Arrays.fill(first, -1);
        Arrays.fill(rank, -1);
        for (int k = 0; k < count; k++) {
            rank[plan.eliminated(k)] = k;
        }
        for (int k = 0; k < count; k++) {
            forward(plan.eliminated(k), x);
        }
        for (int k = count - 1; k >= 0; k--) {
            int v = plan.eliminated(k);
            int at = 0;
            for (int i = 0; i < plan.width(v); i++) {
                at |= x[plan.scope(v, i)] << i;
            }
            x[v] = (byte) (decision[v][at >> 6] >>> at & 1);
        }
    }

    private void forward(int v, byte[] x) {
        int d = plan.width(v);
        int size = 1 << d;
        if (low.length < size) {
            low = new double[size];
            high = new double[size];
            index = new int[size];
        }
        Arrays.fill(low, 0, size, 0);
        own(v, x, d);
        for (int u = first[v]; u >= 0; u = next[u]) {
            receive(v, u, d);
        }
        send(v, d, size);
    }

    /** {@code x_v (h_v + sum_j w_vj x_j)}: the frozen with their values, those eliminated before are not here. */
    private void own(int v, byte[] x, int d) {
        double field = h[v];
        for (int i = 0; i < d; i++) {
            bit[plan.scope(v, i)] = i + 1;
        }
        double[] weight = new double[d];
        for (int p = graph.start(v); p < graph.start(v + 1); p++) {
            int u = graph.neighbour(p);
            if (plan.frozen(u)) {
                field += x[u] * graph.weightAt(p);
            } else if (bit[u] > 0) {
                weight[bit[u] - 1] = graph.weightAt(p);
            }
        }
        high[0] = field;
        for (int i = 0; i < d; i++) {
            int half = 1 << i;
            for (int j = 0; j < half; j++) {
                high[half + j] = high[j] + weight[i];
            }
        }
    }

    /** Adds the message of u, whose scope is v and some of the scope of v. */
    private void receive(int v, int u, int d) {
        int width = plan.width(u);
        int mine = 0;
        int[] step = new int[d];
        for (int i = 0; i < width; i++) {
            int w = plan.scope(u, i);
            if (w == v) {
                mine = 1 << i;
            } else {
                step[bit[w] - 1] = 1 << i;
            }
        }
        index[0] = 0;
        double[] table = message[u];
        low[0] += table[0];
        high[0] += table[mine];
        for (int i = 0; i < d; i++) {
            int half = 1 << i;
            for (int j = 0; j < half; j++) {
                int at = index[j] + step[i];
                index[half + j] = at;
                low[half + j] += table[at];
                high[half + j] += table[at + mine];
            }
        }
        free.get(width).push(table);
        message[u] = new double[0];
    }

    private void send(int v, int d, int size) {
        int words = Math.max(1, size >> 6);
        if (decision[v] == null || decision[v].length < words) {
            decision[v] = new long[words];
        }
        double[] table = free.get(d).isEmpty() ? new double[size] : free.get(d).pop();
        long ties = random.nextLong();
        for (int w = 0; w < words; w++) {
            long bits = 0;
            for (int j = w << 6; j < Math.min(size, (w + 1) << 6); j++) {
                double a = low[j];
                double b = high[j];
                table[j] = Math.min(a, b);
                if (b < a || b == a && (ties >>> j & 1) == 1) {
                    bits |= 1L << j;
                }
            }
            decision[v][w] = bits;
        }
        message[v] = table;
        int to = -1;
        for (int i = 0; i < d; i++) {
            int u = plan.scope(v, i);
            bit[u] = 0;
            if (to < 0 || rank[u] < rank[to]) {
                to = u;
            }
        }
        if (to >= 0) {
            next[v] = first[to];
            first[to] = v;
        } else {
            free.get(0).push(table);
        }
    }
}
