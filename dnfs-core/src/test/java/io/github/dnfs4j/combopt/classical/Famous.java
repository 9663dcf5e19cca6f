package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.GraphProblem;
import java.util.Random;

/** Graphs whose answers are in textbooks, random ones, and the answer by looking at every state. */
public final class Famous {
    private Famous() {}

    private interface Adjacent {
        boolean test(int u, int v);
    }

    private static Graph graph(int n, Adjacent adjacent) {
        GraphBuilder builder = Graph.builder();
        for (int u = 0; u < n; u++) {
            for (int v = 0; v < u; v++) {
                if (adjacent.test(u, v)) {
                    builder.edge(u, v);
                }
            }
        }
        return builder.build(n);
    }

    public static Graph cycle(int n) {
        return graph(n, (u, v) -> u - v == 1 || u - v == n - 1);
    }

    public static Graph bipartite(int a, int b) {
        return graph(a + b, (u, v) -> u >= a && v < a);
    }

    static Graph hypercube(int d) {
        return graph(1 << d, (u, v) -> Integer.bitCount(u ^ v) == 1);
    }

    /** Words at distance at least r: the graph hamming-d-r of the DIMACS challenge. */
    static Graph hamming(int d, int r) {
        return graph(1 << d, (u, v) -> Integer.bitCount(u ^ v) >= r);
    }

    static Graph paley(int q) {
        boolean[] square = new boolean[q];
        for (int k = 1; k < q; k++) {
            square[k * k % q] = true;
        }
        return graph(q, (u, v) -> square[u - v]);
    }

    /** Subsets of k of n, joined when disjoint; Kneser(5, 2) is the Petersen graph. */
    public static Graph kneser(int n, int k) {
        int[] sets = java.util.stream.IntStream.range(0, 1 << n)
                .filter(s -> Integer.bitCount(s) == k)
                .toArray();
        return graph(sets.length, (u, v) -> (sets[u] & sets[v]) == 0);
    }

    public static Graph random(int n, double p, boolean weighted, long seed) {
        Random random = new Random(seed);
        GraphBuilder builder = Graph.builder();
        for (int u = 0; u < n; u++) {
            for (int v = 0; v < u; v++) {
                if (random.nextDouble() < p) {
                    builder.edge(u, v, weighted ? random.nextInt(21) - 8 : 1);
                }
            }
        }
        double[] weights = random.ints(n, -1, 9).asDoubleStream().toArray();
        return builder.build(n).withVertexWeights(weighted ? weights : null);
    }

    static double optimum(Problem problem) {
        int n = problem.size();
        double best = problem.maximised() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        for (int state = 0; state < 1 << n; state++) {
            byte[] x = bits(state, n);
            if (problem.feasible(x) && problem.better(problem.objective(x), best)) {
                best = problem.objective(x);
            }
        }
        return best;
    }

    static byte[] bits(int state, int n) {
        byte[] x = new byte[n];
        for (int i = 0; i < n; i++) {
            x[i] = (byte) (state >> i & 1);
        }
        return x;
    }

    public static Problem problem(GraphProblem kind, Graph graph) {
        return new Problem.OfGraph(kind, graph);
    }
}
