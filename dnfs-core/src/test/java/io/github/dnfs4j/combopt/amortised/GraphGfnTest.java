package io.github.dnfs4j.combopt.amortised;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GraphGfnTest {
    private static final double BETA = 0.7;

    private static byte[] with(byte[] x, int v) {
        byte[] y = x.clone();
        y[v] = 1;
        return y;
    }

    /** The solutions that can be built, by the definition: one vertex after the other, while it helps. */
    private static Map<String, Double> solutions(Problem.OfGraph problem) {
        Map<String, Double> ends = new HashMap<>();
        Set<String> seen = new HashSet<>();
        Deque<byte[]> open = new ArrayDeque<>(List.of(new byte[problem.size()]));
        while (!open.isEmpty()) {
            byte[] x = open.pop();
            boolean last = true;
            for (int v = 0; v < x.length; v++) {
                byte[] y = with(x, v);
                if (x[v] == 0 && problem.feasible(y) && problem.objective(y) > problem.objective(x)) {
                    last = false;
                    if (seen.add(Arrays.toString(y))) {
                        open.push(y);
                    }
                }
            }
            if (last) {
                ends.put(Arrays.toString(x), Math.exp(BETA * problem.objective(x)));
            }
        }
        double z = ends.values().stream().mapToDouble(Double::doubleValue).sum();
        ends.replaceAll((x, w) -> w / z);
        return ends;
    }

    @ParameterizedTest
    @EnumSource(
            value = GraphProblem.class,
            names = {"MIS", "MAXCUT"})
    void solutionsComeInProportionToTheirReward(GraphProblem kind) {
        Graph graph = Graph.of(6, new int[][] {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {4, 5}});
        Graph other = Graph.of(4, new int[][] {{0, 1}, {1, 2}, {1, 3}});
        GraphGfn.Settings settings = new GraphGfn.Settings(0, 250, 32, 16, 2, 5e-3, BETA);
        int count = 4000;
        List<Graph> copies = Stream.concat(
                        Collections.nCopies(100, graph).stream(), Collections.nCopies(100, other).stream())
                .toList();
        try (Rng rng = Rng.seeded(1, Device.CPU);
                GraphGfn gfn = GraphGfn.train(kind, List.of(graph, other), settings, rng, () -> false)) {
            byte[][][] drawn = gfn.sample(kind, copies, count / 100, rng);
            for (int g = 0; g < 2; g++) {
                Map<String, Double> expected = solutions(
                        new Problem.OfGraph(kind, List.of(graph, other).get(g)));
                Map<String, Double> seen = new HashMap<>();
                Arrays.stream(drawn, 100 * g, 100 * (g + 1))
                        .flatMap(Arrays::stream)
                        .forEach(x -> seen.merge(Arrays.toString(x), 1.0 / count, Double::sum));
                assertThat(expected).hasSizeGreaterThan(1);
                assertThat(expected.keySet()).containsAll(seen.keySet());
                expected.forEach((x, p) -> assertThat(seen.getOrDefault(x, 0.0))
                        .as("%s of %s", x, expected)
                        .isCloseTo(p, within(0.05)));
            }
        }
    }
}
