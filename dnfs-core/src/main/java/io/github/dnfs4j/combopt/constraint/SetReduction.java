package io.github.dnfs4j.combopt.constraint;

import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.GraphProblem;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Independent sets and cliques with given vertices: what clashes with a vertex that is in is out, and neither is
 * searched. Two vertices that must be apart get an edge or, for cliques, lose theirs.
 */
final class SetReduction {
    private SetReduction() {}

    static Reduction of(Problem.OfGraph problem, Constraints constraints) {
        Graph graph = apart(problem, constraints);
        boolean clique = problem.kind() == GraphProblem.CLIQUE;
        int n = graph.vertices();
        byte[] given = new byte[n];
        boolean[] gone = new boolean[n];
        double weight = 0;
        for (Map.Entry<Integer, Integer> f : constraints.fixed().entrySet()) {
            int v = f.getKey();
            gone[v] = true;
            if (f.getValue() == 1) {
                given[v] = 1;
                weight += graph.vertexWeight(v);
                for (int u = 0; u < n; u++) {
                    boolean clash = u != v && graph.adjacent(u, v) != clique;
                    if (clash && Integer.valueOf(1).equals(constraints.fixed().get(u))) {
                        throw new IllegalArgumentException(
                                "two vertices that are fixed to 1 cannot be in one solution");
                    }
                    gone[u] |= clash;
                }
            }
        }
        int[] variable = new int[n];
        int kept = 0;
        for (int v = 0; v < n; v++) {
            variable[v] = gone[v] ? -1 : kept++;
        }
        GraphBuilder builder = Graph.builder();
        graph.forEachEdge((u, v, w) -> {
            if (!gone[u] && !gone[v]) {
                builder.edge(variable[u], variable[v]);
            }
        });
        double[] weights = new double[kept];
        for (int v = 0; v < n; v++) {
            if (!gone[v]) {
                weights[variable[v]] = graph.vertexWeight(v);
            }
        }
        Graph rest = builder.build(kept).withVertexWeights(graph.hasVertexWeights() ? weights : null);
        return new Reduction(new Problem.OfGraph(problem.kind(), rest), variable, given, weight, 1, null);
    }

    private static Graph apart(Problem.OfGraph problem, Constraints constraints) {
        Graph graph = problem.graph();
        boolean clique = problem.kind() == GraphProblem.CLIQUE;
        Set<Long> pairs = new HashSet<>();
        GraphBuilder builder = Graph.builder();
        for (int[] pair : constraints.apart()) {
            long low = Math.min(pair[0], pair[1]);
            long high = Math.max(pair[0], pair[1]);
            if (pairs.add(low << 32 | high) && !clique) {
                builder.edge(pair[0], pair[1]);
            }
        }
        graph.forEachEdge((u, v, w) -> {
            if (!pairs.contains((long) u << 32 | v)) {
                builder.edge(u, v);
            }
        });
        double[] weights = new double[graph.vertices()];
        for (int v = 0; v < weights.length; v++) {
            weights[v] = graph.vertexWeight(v);
        }
        return builder.build(graph.vertices()).withVertexWeights(graph.hasVertexWeights() ? weights : null);
    }
}
