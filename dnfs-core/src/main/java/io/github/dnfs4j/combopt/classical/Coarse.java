package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.Arrays;
import java.util.List;

/**
 * What good states agree about, taken for granted. Two coupled variables are tied if all the states say the same about
 * whether they are equal; ties make clusters, and flipping clusters c of the first state a leads to all of the states and
 * many between:
 *
 * <pre>{@code
 * x_v = a_v xor c_k,  v in cluster k
 * }</pre>
 *
 * The energy of c is quadratic again, with far fewer variables. A variable with a linear term is tied in the same way to
 * a vertex that never moves.
 *
 * @param form the energy of c, up to a constant
 * @param cluster which of them each variable is in, -1 if it stays
 * @param start a
 */
record Coarse(QuadraticForm form, int[] cluster, byte[] start) {
    static Coarse of(QuadraticForm binary, List<byte[]> states) {
        Graph graph = binary.couplings();
        int n = binary.size();
        byte[] a = states.get(0);
        // What v says in each state, but for the first: bit s is whether state s differs from it.
        long[] differs = new long[n];
        for (int s = 1; s < states.size(); s++) {
            for (int v = 0; v < n; v++) {
                differs[v] |= (long) (states.get(s)[v] ^ a[v]) << s;
            }
        }
        int[] cluster = new int[n];
        Arrays.fill(cluster, -2);
        int[] stack = new int[n];
        int count = 0;
        boolean fields = false;
        for (int v = 0; v < n; v++) {
            fields |= field(binary, v) != 0;
        }
        for (int pass = fields ? 0 : 1; pass < 2; pass++) {
            for (int v = 0; v < n; v++) {
                boolean stays = pass == 0;
                if (cluster[v] != -2 || stays && (differs[v] != 0 || field(binary, v) == 0)) {
                    continue;
                }
                int id = stays ? -1 : count++;
                int top = 0;
                stack[top++] = v;
                cluster[v] = id;
                while (top > 0) {
                    int u = stack[--top];
                    for (int p = graph.start(u); p < graph.start(u + 1); p++) {
                        int w = graph.neighbour(p);
                        if (cluster[w] == -2 && differs[w] == differs[u]) {
                            cluster[w] = id;
                            stack[top++] = w;
                        }
                    }
                }
            }
        }
        return new Coarse(form(binary, a, cluster, count), cluster, a.clone());
    }

    /** The linear term in spins: 0 if the energy does not change when everything flips. */
    private static double field(QuadraticForm binary, int v) {
        Graph graph = binary.couplings();
        double sum = 2 * binary.linear(v);
        for (int p = graph.start(v); p < graph.start(v + 1); p++) {
            sum += graph.weightAt(p);
        }
        return sum;
    }

    /** With {@code x = a + s c}, {@code s = 1 - 2a}: {@code w x x' = w (a a' + a s' c' + a' s c + s s' c c')}. */
    private static QuadraticForm form(QuadraticForm binary, byte[] a, int[] cluster, int count) {
        double[] linear = new double[Math.max(1, count)];
        GraphBuilder builder = Graph.builder();
        for (int v = 0; v < a.length; v++) {
            if (cluster[v] >= 0) {
                linear[cluster[v]] += binary.linear(v) * (1 - 2 * a[v]);
            }
        }
        binary.couplings().forEachEdge((u, v, w) -> {
            int i = cluster[u];
            int j = cluster[v];
            if (i == j) {
                // Both flip or none does: c c = c.
                if (i >= 0) {
                    linear[i] += w * ((1 - a[u]) * (1 - a[v]) - a[u] * a[v]);
                }
                return;
            }
            if (i >= 0) {
                linear[i] += w * a[v] * (1 - 2 * a[u]);
            }
            if (j >= 0) {
                linear[j] += w * a[u] * (1 - 2 * a[v]);
            }
            if (i >= 0 && j >= 0) {
                builder.edge(i, j, w * (1 - 2 * a[u]) * (1 - 2 * a[v]));
            }
        });
        return QuadraticForm.of(QuadraticForm.Variables.BINARY, linear, builder.buildSummed(linear.length), 0);
    }

    /** A state from the flips of clusters. */
    byte[] lift(byte[] c) {
        byte[] x = start.clone();
        for (int v = 0; v < x.length; v++) {
            if (cluster[v] >= 0) {
                x[v] ^= c[cluster[v]];
            }
        }
        return x;
    }
}
