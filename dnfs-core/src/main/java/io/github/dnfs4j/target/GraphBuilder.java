package io.github.dnfs4j.target;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collects edges and sorts them by counting, in time and memory proportional to vertices and edges. Memory grows with
 * the edges added, never with a number that somebody announced.
 */
public final class GraphBuilder {
    /** Two equal edges: which weight their one edge has. */
    private interface Merge {
        double of(double a, double b);
    }

    private int[] from = new int[16];
    private int[] to = new int[16];
    private double @Nullable [] weights;
    private int count;
    private int largest = -1;

    /** Adds an edge of weight 1. */
    public void edge(int u, int v) {
        edge(u, v, 1);
    }

    /** Adds an edge; in which order its ends are named does not matter. */
    public void edge(int u, int v, double weight) {
        if (u < 0 || v < 0 || u == v) {
            throw new IllegalArgumentException("no edge goes from " + u + " to " + v);
        }
        if (count == from.length) {
            // An edge has two places in the lists.
            if (count > (Integer.MAX_VALUE - 16) / 2) {
                throw new IllegalArgumentException("more edges than a list can hold");
            }
            int capacity = (int) Math.min((Integer.MAX_VALUE - 16) / 2 + 1L, count + (count >> 1) + 16L);
            from = Arrays.copyOf(from, capacity);
            to = Arrays.copyOf(to, capacity);
            weights = weights == null ? null : Arrays.copyOf(weights, capacity);
        }
        if (weight != 1 && weights == null) {
            weights = new double[from.length];
            Arrays.fill(weights, 0, count, 1);
        }
        from[count] = u;
        to[count] = v;
        if (weights != null) {
            weights[count] = weight;
        }
        count++;
        largest = Math.max(largest, Math.max(u, v));
    }

    /** How many edges were added, repeated ones included. */
    public int added() {
        return count;
    }

    /** The largest vertex that was named, -1 where there is none. */
    public int largest() {
        return largest;
    }

    /** The graph; an edge that was added twice must have been added with one weight. */
    public Graph build(int vertices) {
        return build(vertices, (a, b) -> {
            if (a != b) {
                throw new IllegalArgumentException("an edge is there twice, with weights " + a + " and " + b);
            }
            return a;
        });
    }

    /** The graph in which an edge added several times has the sum of the weights. */
    public Graph buildSummed(int vertices) {
        if (weights == null) {
            weights = new double[from.length];
            Arrays.fill(weights, 0, count, 1);
        }
        return build(vertices, Double::sum);
    }

    private Graph build(int vertices, Merge merge) {
        if (largest >= vertices) {
            throw new IllegalArgumentException("vertex " + largest + " of only " + vertices);
        }
        // Sorted by one end, then stably by the other: the lists come out ascending.
        int[] first = new int[vertices + 1];
        for (int k = 0; k < count; k++) {
            first[from[k] + 1]++;
            first[to[k] + 1]++;
        }
        for (int v = 0; v < vertices; v++) {
            first[v + 1] += first[v];
        }
        int[] next = Arrays.copyOf(first, vertices);
        int[] ends = new int[2 * count];
        double[] values = weights == null ? null : new double[2 * count];
        for (int k = 0; k < count; k++) {
            place(next, ends, values, from[k], to[k], weights == null ? 1 : weights[k]);
            place(next, ends, values, to[k], from[k], weights == null ? 1 : weights[k]);
        }
        int[] sorted = new int[2 * count];
        double[] sortedValues = values == null ? null : new double[2 * count];
        System.arraycopy(first, 0, next, 0, vertices);
        for (int u = 0; u < vertices; u++) {
            for (int p = first[u]; p < first[u + 1]; p++) {
                place(next, sorted, sortedValues, ends[p], u, values == null ? 1 : values[p]);
            }
        }
        return merged(first, sorted, sortedValues, merge);
    }

    private static void place(int[] next, int[] ends, double @Nullable [] values, int u, int v, double weight) {
        int p = next[u]++;
        ends[p] = v;
        if (values != null) {
            values[p] = weight;
        }
    }

    private static Graph merged(int[] first, int[] ends, double @Nullable [] values, Merge merge) {
        int kept = 0;
        int[] offsets = new int[first.length];
        for (int u = 0; u + 1 < first.length; u++) {
            int begin = kept;
            for (int p = first[u]; p < first[u + 1]; p++) {
                if (kept > begin && ends[kept - 1] == ends[p]) {
                    if (values != null) {
                        values[kept - 1] = merge.of(values[kept - 1], values[p]);
                    }
                    continue;
                }
                ends[kept] = ends[p];
                if (values != null) {
                    values[kept] = values[p];
                }
                kept++;
            }
            offsets[u + 1] = kept;
        }
        return new Graph(
                offsets,
                kept == ends.length ? ends : Arrays.copyOf(ends, kept),
                values == null || kept == values.length ? values : Arrays.copyOf(values, kept),
                null);
    }
}
