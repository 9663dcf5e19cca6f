package io.github.dnfs4j.target;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An undirected graph without loops or parallel edges, on the host, as sorted lists of neighbours.
 *
 * <pre>{@code
 * offsets       [n + 1]   the neighbours of v are at offsets[v] .. offsets[v + 1]
 * neighbours    [2 m]     ascending within a list
 * edgeWeights   [2 m]     beside the neighbours; none means that every edge weighs 1
 * vertexWeights [n]       none means that every vertex weighs 1
 * }</pre>
 */
public final class Graph {
    private final int[] offsets;
    private final int[] neighbours;
    private final double @Nullable [] edgeWeights;
    private final double @Nullable [] vertexWeights;

    Graph(int[] offsets, int[] neighbours, double @Nullable [] edgeWeights, double @Nullable [] vertexWeights) {
        this.offsets = offsets;
        this.neighbours = neighbours;
        this.edgeWeights = edgeWeights;
        this.vertexWeights = vertexWeights;
    }

    /** Edges to be added one by one. */
    public static GraphBuilder builder() {
        return new GraphBuilder();
    }

    /** The graph with edges {@code {u, v}}, which may repeat. */
    public static Graph of(int vertices, int[][] edges) {
        GraphBuilder builder = builder();
        for (int[] e : edges) {
            builder.edge(e[0], e[1]);
        }
        return builder.build(vertices);
    }

    /** This graph with weights of the vertices. */
    public Graph withVertexWeights(double @Nullable [] weights) {
        if (weights != null && weights.length != vertices()) {
            throw new IllegalArgumentException(weights.length + " weights for " + vertices() + " vertices");
        }
        return new Graph(
                offsets, neighbours, edgeWeights, weights == null || weights.length == 0 ? null : weights.clone());
    }

    /** This graph without weights. */
    public Graph unweighted() {
        return new Graph(offsets, neighbours, null, null);
    }

    public int vertices() {
        return offsets.length - 1;
    }

    public int edges() {
        return neighbours.length / 2;
    }

    public int degree(int v) {
        return offsets[v + 1] - offsets[v];
    }

    /** Where the list of v begins; it ends where that of v + 1 begins. */
    public int start(int v) {
        return offsets[v];
    }

    /** The neighbour at a position of the lists. */
    public int neighbour(int position) {
        return neighbours[position];
    }

    /** The weight of the edge at a position of the lists. */
    public double weightAt(int position) {
        return edgeWeights == null ? 1 : edgeWeights[position];
    }

    public double vertexWeight(int v) {
        return vertexWeights == null ? 1 : vertexWeights[v];
    }

    public boolean hasEdgeWeights() {
        return edgeWeights != null;
    }

    public boolean hasVertexWeights() {
        return vertexWeights != null;
    }

    public boolean adjacent(int u, int v) {
        return Arrays.binarySearch(neighbours, offsets[u], offsets[u + 1], v) >= 0;
    }

    /** What is told about each edge, once, u below v. */
    @FunctionalInterface
    public interface EdgeVisitor {
        void edge(int u, int v, double weight);
    }

    public void forEachEdge(EdgeVisitor visitor) {
        for (int u = 0; u < vertices(); u++) {
            for (int p = offsets[u]; p < offsets[u + 1]; p++) {
                if (neighbours[p] > u) {
                    visitor.edge(u, neighbours[p], weightAt(p));
                }
            }
        }
    }

    /** The edges that are not there, with the same vertex weights. */
    public Graph complement() {
        int n = vertices();
        long size = (long) n * (n - 1) - neighbours.length;
        if (size > Integer.MAX_VALUE - 16) {
            throw new IllegalArgumentException("the complement of " + n + " vertices has too many edges");
        }
        int[] from = new int[n + 1];
        int[] to = new int[(int) size];
        int k = 0;
        for (int u = 0; u < n; u++) {
            int p = offsets[u];
            for (int v = 0; v < n; v++) {
                if (p < offsets[u + 1] && neighbours[p] == v) {
                    p++;
                } else if (v != u) {
                    to[k++] = v;
                }
            }
            from[u + 1] = k;
        }
        return new Graph(from, to, null, vertexWeights);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Graph g
                && Arrays.equals(offsets, g.offsets)
                && Arrays.equals(neighbours, g.neighbours)
                && Arrays.equals(edgeWeights, g.edgeWeights)
                && Arrays.equals(vertexWeights, g.vertexWeights);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(offsets) * 31 + Arrays.hashCode(neighbours);
    }

    @Override
    public String toString() {
        return vertices() + " vertices, " + edges() + " edges";
    }
}
