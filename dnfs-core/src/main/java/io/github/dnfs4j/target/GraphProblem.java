package io.github.dnfs4j.target;

import io.github.dnfs4j.target.QuadraticForm.Variables;
import io.github.dnfs4j.torch.Words;

/**
 * Four questions about a graph, each as an energy to be minimised. With vertex weights w (1 where there are none), edge
 * weights a, and a penalty lambda above 1 that makes breaking an edge cost more than its lighter end is worth:
 *
 * <pre>{@code
 * mis           E = -sum_i w_i x_i + lambda sum_{ij in edges} min(w_i, w_j) x_i x_j
 * clique        the same over the pairs that are no edges
 * vertex-cover  E = sum_i w_i x_i + lambda sum_{ij in edges} min(w_i, w_j) (1 - x_i)(1 - x_j)
 * maxcut        E = 1/4 s'As, s = 2x - 1; the cut weighs sum(a) / 2 - E
 * }</pre>
 */
public enum GraphProblem {
    MIS,
    MAXCUT,
    CLIQUE,
    VERTEX_COVER;

    /** The paper's. */
    public static final double DEFAULT_PENALTY = 1.0001;

    /** By its name, as in {@code vertex-cover}. */
    public static GraphProblem parse(String name) {
        return Words.parse("problem", GraphProblem.class, name);
    }

    @Override
    public String toString() {
        return Words.of(this);
    }

    /** Whether the objective that people count is to be as large as possible. */
    public boolean maximised() {
        return this != VERTEX_COVER;
    }

    /** The energy; {@code penalty} is lambda, which a cut has no use for. */
    public QuadraticForm energy(Graph graph, double penalty) {
        if (!(penalty > 0 && Double.isFinite(penalty))) {
            throw new IllegalArgumentException("the penalty must be above 0, not " + penalty);
        }
        return switch (this) {
            case MIS -> independent(graph, penalty);
            case CLIQUE -> independent(graph.complement(), penalty);
            case VERTEX_COVER -> cover(graph, penalty);
            case MAXCUT -> cut(graph);
        };
    }

    private static QuadraticForm independent(Graph graph, double penalty) {
        double[] h = new double[graph.vertices()];
        for (int i = 0; i < h.length; i++) {
            h[i] = -graph.vertexWeight(i);
        }
        return QuadraticForm.of(Variables.BINARY, h, penalties(graph, penalty), 0);
    }

    /** {@code (1 - x_i)(1 - x_j) = 1 - x_i - x_j + x_i x_j}. */
    private static QuadraticForm cover(Graph graph, double penalty) {
        Graph w = penalties(graph, penalty);
        double[] h = new double[graph.vertices()];
        for (int i = 0; i < h.length; i++) {
            h[i] = graph.vertexWeight(i);
        }
        double[] constant = new double[1];
        w.forEachEdge((u, v, p) -> {
            h[u] -= p;
            h[v] -= p;
            constant[0] += p;
        });
        return QuadraticForm.of(Variables.BINARY, h, w, constant[0]);
    }

    private static Graph penalties(Graph graph, double penalty) {
        GraphBuilder builder = Graph.builder();
        graph.forEachEdge((u, v, ignored) ->
                builder.edge(u, v, penalty * Math.min(graph.vertexWeight(u), graph.vertexWeight(v))));
        return builder.buildSummed(graph.vertices());
    }

    private static QuadraticForm cut(Graph graph) {
        GraphBuilder builder = Graph.builder();
        graph.forEachEdge((u, v, a) -> builder.edge(u, v, a / 2));
        return QuadraticForm.of(Variables.SPIN, new double[graph.vertices()], builder.buildSummed(graph.vertices()), 0);
    }
}
