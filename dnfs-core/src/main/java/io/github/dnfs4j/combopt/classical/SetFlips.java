package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Independent sets of large weight as states of low energy,
 *
 * <pre>{@code
 * E(x) = - sum_v w_v x_v + sum_uv (min(w_u, w_v) + w_min) x_u x_v
 * }</pre>
 *
 * searched by {@link FlipSearch}. Of two neighbours that are both selected the lighter can go, and E falls: so the best
 * states are the best sets. Where edges are few, merging reaches beyond what swaps find, and {@link SetKicks} from there on.
 */
final class SetFlips {
    private static final int FEW_EDGES = 16;
    /** Of the time. */
    private static final double KICKS_SHARE = 0.5;

    private final Graph graph;
    private final FlipSearch search;
    private final SetKicks kicks;
    private final int[] byWeight;
    private byte[] best = new byte[0];
    private double bestWeight = Double.NEGATIVE_INFINITY;

    SetFlips(Graph graph, FastRandom random) {
        this.graph = graph;
        int n = graph.vertices();
        double least =
                IntStream.range(0, n).mapToDouble(graph::vertexWeight).min().orElse(0);
        double[] linear = new double[n];
        for (int v = 0; v < n; v++) {
            linear[v] = -graph.vertexWeight(v);
        }
        GraphBuilder couplings = Graph.builder();
        graph.forEachEdge(
                (u, v, w) -> couplings.edge(u, v, Math.min(graph.vertexWeight(u), graph.vertexWeight(v)) + least));
        search = new FlipSearch(QuadraticForm.of(Variables.BINARY, linear, couplings.buildSummed(n), 0), random);
        kicks = new SetKicks(graph, random);
        byWeight = IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingDouble(graph::vertexWeight))
                .mapToInt(v -> v)
                .toArray();
    }

    /** Whether a graph has few enough edges. */
    static boolean fits(Graph graph) {
        return graph.edges() <= (long) FEW_EDGES * graph.vertices();
    }

    void run(Deadline deadline, Consumer<byte[]> found) {
        search.run(deadline.part((1 - KICKS_SHARE) * deadline.left()), x -> {
            byte[] set = repaired(x);
            double weight = weight(set);
            if (weight > bestWeight) {
                bestWeight = weight;
                best = set;
            }
            found.accept(set);
        });
        kicks.run(best, deadline, x -> {
            best = x.clone();
            bestWeight = weight(best);
            found.accept(best);
        });
    }

    private double weight(byte[] set) {
        double sum = 0;
        for (int v = 0; v < set.length; v++) {
            sum += set[v] == 1 ? graph.vertexWeight(v) : 0;
        }
        return sum;
    }

    /** An independent set that weighs no less than {@code -E(x)}: without the lightest that conflict, then with what is free. */
    byte[] repaired(byte[] x) {
        byte[] set = x.clone();
        for (int v : byWeight) {
            if (set[v] == 1 && !free(set, v)) {
                set[v] = 0;
            }
        }
        for (int k = byWeight.length - 1; k >= 0; k--) {
            if (free(set, byWeight[k])) {
                set[byWeight[k]] = 1;
            }
        }
        return set;
    }

    private boolean free(byte[] set, int v) {
        for (int p = graph.start(v); p < graph.start(v + 1); p++) {
            if (set[graph.neighbour(p)] == 1) {
                return false;
            }
        }
        return true;
    }
}
