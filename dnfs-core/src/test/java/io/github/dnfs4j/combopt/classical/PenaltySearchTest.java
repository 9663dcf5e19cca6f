package io.github.dnfs4j.combopt.classical;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.GraphProblem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PenaltySearchTest {
    /** Of n vertices k are a hidden set, whose members have more neighbours than others have. */
    private static Graph hidden(int n, int k, double p, Random random) {
        List<Integer> name = new ArrayList<>();
        for (int v = 0; v < n; v++) {
            name.add(v);
        }
        Collections.shuffle(name, random);
        double more = 1.05 * p * n / (n - k);
        GraphBuilder builder = Graph.builder();
        for (int u = 0; u < n; u++) {
            for (int v = 0; v < u; v++) {
                if (u >= k && random.nextDouble() < (v < k ? more : p)) {
                    builder.edge(name.get(u), name.get(v));
                }
            }
        }
        return builder.build(n);
    }

    /** The last word of bits is full, nearly empty, and neither. */
    @Test
    void setsOfMoreNeighboursAreFound() {
        for (int n : new int[] {192, 193, 230}) {
            Graph graph = hidden(n, 17, 0.4, new Random(n));
            List<Integer> sizes = new ArrayList<>();
            new PenaltySearch(Rows.of(graph), new FastRandom(1)).run(Deadline.after(200_000), x -> {
                assertThat(x).hasSize(n);
                assertThat(Famous.problem(GraphProblem.MIS, graph).feasible(x)).isTrue();
                int size = 0;
                for (byte b : x) {
                    size += b;
                }
                sizes.add(size);
            });
            assertThat(sizes).as("n " + n).isSorted().doesNotHaveDuplicates();
            assertThat(sizes.get(sizes.size() - 1)).as("n " + n).isGreaterThanOrEqualTo(17);
        }
    }

    /** Where sets are large: many numbers of a graph without many edges. */
    @Test
    void sparseGraphsAndNoEdgesAtAll() {
        for (Graph graph :
                List.of(Famous.cycle(131), Famous.hypercube(6), Graph.builder().build(3))) {
            int[] largest = new int[1];
            new PenaltySearch(Rows.of(graph), new FastRandom(2)).run(Deadline.after(20_000), x -> {
                assertThat(Famous.problem(GraphProblem.MIS, graph).feasible(x)).isTrue();
                largest[0] = 0;
                for (byte b : x) {
                    largest[0] += b;
                }
            });
            int n = graph.vertices();
            assertThat(largest[0]).isEqualTo(n == 131 ? 65 : n == 64 ? 32 : 3);
        }
    }

    @Test
    void oneInCommonByChance() {
        long[] a = {0x8000000000000001L, 6};
        long[] b = {-1L, 5};
        int[] seen = new int[128];
        FastRandom random = new FastRandom(1);
        for (int k = 0; k < 3000; k++) {
            seen[Rows.common(a, b, random)]++;
        }
        assertThat(List.of(seen[0], seen[63], seen[66])).allMatch(count -> count > 900 && count < 1100);
        assertThat(Rows.common(a, new long[] {2, 8}, random)).isNegative();
    }
}
