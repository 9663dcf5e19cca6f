package io.github.dnfs4j.combopt.amortised;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.combopt.classical.Famous;
import io.github.dnfs4j.combopt.families.GraphGenerator;
import io.github.dnfs4j.target.Graph;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraphBatchTest {
    /** Against Floyd and Warshall's recursion, for graphs of different sizes, some of them disconnected. */
    @Test
    void distancesAreThoseOfShortestPaths() {
        List<Graph> graphs = GraphGenerator.parse("er:5-12:0.2").graphs(40, 3);
        GraphBatch batch = new GraphBatch(graphs);
        int d = batch.sites();
        byte[] found = batch.distances();
        boolean[] seen = new boolean[256];
        for (int k = 0; k < graphs.size(); k++) {
            int[][] expected = floyd(graphs.get(k), d);
            for (int u = 0; u < d; u++) {
                for (int v = 0; v < d; v++) {
                    int distance = found[(k * d + u) * d + v] & 0xff;
                    assertThat(distance).isEqualTo(expected[u][v]);
                    seen[distance] = true;
                }
            }
        }
        assertThat(seen[0] && seen[1] && seen[2] && seen[3] && seen[GraphBatch.UNREACHABLE])
                .isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> new GraphBatch(List.of()));
    }

    /** Distances beyond what a byte holds are all the largest that is none of the special one. */
    @Test
    void longPathsStayReachable() {
        byte[] found = new GraphBatch(List.of(Famous.cycle(700))).distances();
        assertThat(found[253] & 0xff).isEqualTo(253);
        assertThat(found[300] & 0xff).isEqualTo(254);
    }

    private static int[][] floyd(Graph graph, int d) {
        int[][] a = new int[d][d];
        for (int u = 0; u < d; u++) {
            for (int v = 0; v < d; v++) {
                boolean there = u < graph.vertices() && v < graph.vertices();
                a[u][v] = there && u == v ? 0 : there && graph.adjacent(u, v) ? 1 : GraphBatch.UNREACHABLE;
            }
        }
        for (int w = 0; w < d; w++) {
            for (int u = 0; u < d; u++) {
                for (int v = 0; v < d; v++) {
                    if (a[u][w] < GraphBatch.UNREACHABLE && a[w][v] < GraphBatch.UNREACHABLE) {
                        a[u][v] = Math.min(a[u][v], a[u][w] + a[w][v]);
                    }
                }
            }
        }
        return a;
    }
}
