package io.github.dnfs4j.combopt.classical;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SetFlipsTest {
    private static final int N = 16;

    private static Graph graph(Random random) {
        GraphBuilder builder = Graph.builder();
        double[] weights = new double[N];
        for (int v = 0; v < N; v++) {
            weights[v] = 1 + random.nextInt(200);
            for (int u = 0; u < v; u++) {
                if (random.nextInt(4) == 0) {
                    builder.edge(u, v, 1);
                }
            }
        }
        return builder.buildSummed(N).withVertexWeights(weights);
    }

    private static double weight(Graph graph, byte[] x) {
        double weight = 0;
        for (int v = 0; v < N; v++) {
            weight += x[v] * graph.vertexWeight(v);
        }
        return weight;
    }

    /** Minus the energy of the class comment. */
    private static double value(Graph graph, byte[] x, double least) {
        double[] value = {weight(graph, x)};
        graph.forEachEdge((u, v, w) ->
                value[0] -= x[u] * x[v] * (Math.min(graph.vertexWeight(u), graph.vertexWeight(v)) + least));
        return value[0];
    }

    private static boolean independent(Graph graph, byte[] x) {
        boolean[] broken = {false};
        graph.forEachEdge((u, v, w) -> broken[0] |= x[u] == 1 && x[v] == 1);
        return !broken[0];
    }

    private static byte[] state(int code) {
        byte[] x = new byte[N];
        for (int v = 0; v < N; v++) {
            x[v] = (byte) (code >> v & 1);
        }
        return x;
    }

    @Test
    void theHeaviestSetIsFoundAndRepairLosesNothing() {
        Random random = new Random(6);
        for (int round = 0; round < 5; round++) {
            Graph graph = graph(random);
            double least = Double.POSITIVE_INFINITY;
            for (int v = 0; v < N; v++) {
                least = Math.min(least, graph.vertexWeight(v));
            }
            SetFlips flips = new SetFlips(graph, new FastRandom(round));
            double heaviest = 0;
            for (int code = 0; code < 1 << N; code++) {
                byte[] x = state(code);
                if (independent(graph, x)) {
                    heaviest = Math.max(heaviest, weight(graph, x));
                }
                if (code % 7 == 0) {
                    byte[] repaired = flips.repaired(x);
                    assertThat(independent(graph, repaired)).isTrue();
                    assertThat(weight(graph, repaired)).isGreaterThanOrEqualTo(value(graph, x, least));
                }
            }
            double[] best = {0};
            flips.run(Deadline.after(50_000), x -> {
                assertThat(independent(graph, x)).isTrue();
                best[0] = Math.max(best[0], weight(graph, x));
            });
            assertThat(best[0]).isEqualTo(heaviest);
        }
    }

    @Test
    void denseGraphsAreLeftToSwaps() {
        GraphBuilder complete = Graph.builder();
        for (int v = 0; v < 40; v++) {
            for (int u = 0; u < v; u++) {
                complete.edge(u, v, 1);
            }
        }
        assertThat(SetFlips.fits(complete.buildSummed(40))).isFalse();
        assertThat(SetFlips.fits(graph(new Random(6)))).isTrue();
    }
}
