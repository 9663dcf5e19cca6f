package io.github.dnfs4j.combopt.classical;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SetKicksTest {
    private static Graph graph(int n, double density, Random random) {
        GraphBuilder builder = Graph.builder();
        double[] weights = new double[n];
        for (int v = 0; v < n; v++) {
            weights[v] = 1 + random.nextInt(200);
            for (int u = 0; u < v; u++) {
                if (random.nextDouble() < density) {
                    builder.edge(u, v, 1);
                }
            }
        }
        return builder.buildSummed(n).withVertexWeights(weights);
    }

    /** Of a set; fails if it is none. */
    private static double weight(Graph graph, byte[] x) {
        graph.forEachEdge(
                (u, v, w) -> assertThat(x[u] * x[v]).as("edge %d %d", u, v).isZero());
        double weight = 0;
        for (int v = 0; v < x.length; v++) {
            weight += x[v] * graph.vertexWeight(v);
        }
        return weight;
    }

    private static byte[] run(Graph graph, byte[] from, long moves, long seed) {
        byte[][] last = new byte[1][];
        new SetKicks(graph, new FastRandom(seed)).run(from, Deadline.after(moves), x -> last[0] = x.clone());
        return last[0];
    }

    @Test
    void theHeaviestSetIsFoundFromNone() {
        int n = 16;
        for (int seed = 0; seed < 20; seed++) {
            Graph graph = graph(n, 0.25, new Random(seed));
            double most = 0;
            for (int code = 0; code < 1 << n; code++) {
                double weight = 0;
                for (int v = 0; v < n; v++) {
                    boolean in = (code >> v & 1) == 1;
                    for (int p = graph.start(v); in && p < graph.start(v + 1); p++) {
                        in = (code >> graph.neighbour(p) & 1) == 0;
                    }
                    weight += (code >> v & 1) == 0 ? 0 : in ? graph.vertexWeight(v) : Double.NEGATIVE_INFINITY;
                }
                most = Math.max(most, weight);
            }
            assertThat(weight(graph, run(graph, new byte[n], 20_000, seed))).isEqualTo(most);
        }
    }

    @Test
    void whatIsUndoneLeavesNoTraceAndWhatIsNotLeavesNobodyFree() {
        int n = 200;
        Graph graph = graph(n, 0.04, new Random(3));
        SetKicks kicks = new SetKicks(graph, new FastRandom(1));
        SetState set = kicks.start(run(graph, new byte[n], 100, 1));
        while (set.outside().size(0) > 0) {
            set.insert(set.outside().get(0, 0), 0);
        }
        int lost = 0;
        for (int k = 0; k < 5_000; k++) {
            byte[] before = members(set, n);
            double weight = set.weight();
            kicks.kick();
            assertThat(weight(graph, members(set, n))).isEqualTo(set.weight());
            assertThat(set.outside().size(0)).isZero();
            if (set.weight() < weight) {
                lost++;
                kicks.undo();
                assertThat(members(set, n)).isEqualTo(before);
                assertThat(set.weight()).isEqualTo(weight);
            }
        }
        assertThat(lost).isBetween(100, 4_900);
    }

    private static byte[] members(SetState set, int n) {
        byte[] x = new byte[n];
        for (int v = 0; v < n; v++) {
            x[v] = (byte) (set.contains(v) ? 1 : 0);
        }
        return x;
    }

    @Test
    void setsOnlyGrowHeavier() {
        int n = 400;
        Graph graph = graph(n, 0.02, new Random(3));
        byte[] set = new byte[n];
        for (long moves = 1_000; moves <= 256_000; moves *= 4) {
            byte[] next = run(graph, set, moves, moves);
            assertThat(weight(graph, next)).isGreaterThanOrEqualTo(weight(graph, set));
            set = next;
        }
    }

    @Test
    void aGraphWithoutEdgesIsItsOwnSet() {
        Graph graph = Graph.of(3, new int[0][]).withVertexWeights(new double[] {1, 2, 3});
        assertThat(run(graph, new byte[3], 1_000, 1)).containsExactly(1, 1, 1);
        assertThat(run(graph, new byte[] {1, 1, 1}, 1_000, 1)).containsExactly(1, 1, 1);
    }
}
