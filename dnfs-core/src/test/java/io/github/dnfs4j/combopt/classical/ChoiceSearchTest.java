package io.github.dnfs4j.combopt.classical;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.GraphProblem;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChoiceSearchTest {
    /** Cliques of k vertices, the first of each in one independent set, and edges between the others in random order. */
    private static Graph hidden(int cliques, int k, int edges, Random random) {
        int n = cliques * k;
        int[] name = new int[n];
        for (int v = 0; v < n; v++) {
            int at = random.nextInt(v + 1);
            name[v] = name[at];
            name[at] = v;
        }
        GraphBuilder builder = Graph.builder();
        for (int c = 0; c < cliques; c++) {
            for (int i = 0; i < k; i++) {
                for (int j = 0; j < i; j++) {
                    builder.edge(name[c * k + i], name[c * k + j]);
                }
            }
        }
        for (int e = 0; e < edges; e++) {
            int u = random.nextInt(n);
            int v = random.nextInt(n);
            if (u / k != v / k && (u % k != 0 || v % k != 0)) {
                builder.edge(name[u], name[v]);
            }
        }
        return builder.build(n);
    }

    @Test
    void theHiddenSetIsFound() {
        Graph graph = hidden(20, 8, 2600, new Random(1));
        ChoiceSearch search = new ChoiceSearch(graph, Rows.of(graph), new FastRandom(1));
        int[] sizes = new int[2];
        for (int turn = 0; turn < 4; turn++) {
            search.run(Deadline.after(300_000), x -> {
                assertThat(Famous.problem(GraphProblem.MIS, graph).feasible(x)).isTrue();
                int size = 0;
                for (byte b : x) {
                    size += b;
                }
                assertThat(size).as("each larger than those before").isGreaterThanOrEqualTo(sizes[0]);
                sizes[0] = size;
                sizes[1]++;
            });
        }
        assertThat(sizes[0]).isEqualTo(20);
        assertThat(sizes[1]).isGreaterThan(1);
    }

    /** A graph that does not fall into few cliques is left alone. */
    @Test
    void fewEdgesAreNoCliques() {
        assertThat(ChoiceSearch.fits(Famous.cycle(20))).isFalse();
        Graph bipartite = Famous.bipartite(10, 10);
        ChoiceSearch search = new ChoiceSearch(bipartite, Rows.of(bipartite), new FastRandom(1));
        for (int turn = 0; turn < 2; turn++) {
            search.run(Deadline.after(1000), x -> {
                throw new AssertionError("a set of many cliques");
            });
        }
    }
}
