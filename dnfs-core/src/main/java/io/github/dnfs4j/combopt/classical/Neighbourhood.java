package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.target.Graph;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A part of a graph with its edges as bits, its vertices by falling degree, which makes for few colours.
 *
 * @param member which vertices of the graph they are
 * @param weight of each
 * @param adjacent bit j of row i is set when i and j are adjacent
 */
record Neighbourhood(int[] member, double[] weight, long[][] adjacent) {
    private interface At {
        void visit(int index);
    }

    static Neighbourhood of(Graph graph, int[] vertices) {
        int k = vertices.length;
        int[] sorted = vertices.clone();
        Arrays.sort(sorted);
        long[] keys = new long[k];
        for (int i = 0; i < k; i++) {
            keys[i] = (long) (k - common(graph, sorted, sorted[i], null)) << 32 | i;
        }
        Arrays.sort(keys);
        int[] member = new int[k];
        int[] number = new int[k];
        double[] weight = new double[k];
        for (int i = 0; i < k; i++) {
            int at = (int) keys[i];
            member[i] = sorted[at];
            number[at] = i;
            weight[i] = graph.vertexWeight(member[i]);
        }
        long[][] adjacent = new long[k][(k + 63) >> 6];
        for (int i = 0; i < k; i++) {
            long[] row = adjacent[i];
            common(graph, sorted, member[i], at -> row[number[at] >> 6] |= 1L << number[at]);
        }
        return new Neighbourhood(member, weight, adjacent);
    }

    /** How many neighbours of v are in the sorted list, and where. */
    private static int common(Graph graph, int[] sorted, int v, @Nullable At at) {
        int count = 0;
        int i = 0;
        for (int p = graph.start(v); p < graph.start(v + 1) && i < sorted.length; p++) {
            int u = graph.neighbour(p);
            while (i < sorted.length && sorted[i] < u) {
                i++;
            }
            if (i < sorted.length && sorted[i] == u) {
                count++;
                if (at != null) {
                    at.visit(i);
                }
            }
        }
        return count;
    }
}
