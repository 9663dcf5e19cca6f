package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.util.Random;

/** Small random graphs and energies, with weights that only a careful reader gets back. */
final class RandomProblems {
    private RandomProblems() {}

    static Graph graph(Random random, boolean edgeWeights, boolean vertexWeights) {
        int n = random.nextInt(12);
        GraphBuilder builder = Graph.builder();
        for (int u = 0; u < n; u++) {
            for (int v = 0; v < u; v++) {
                if (random.nextInt(3) == 0) {
                    builder.edge(u, v, edgeWeights ? weight(random) : 1);
                }
            }
        }
        double[] weights = random.doubles(n, 0, 9).toArray();
        return builder.build(n).withVertexWeights(vertexWeights ? weights : null);
    }

    static QuadraticForm energy(Random random, Variables variables, double offset) {
        int n = 1 + random.nextInt(9);
        GraphBuilder builder = Graph.builder();
        double[] linear = new double[n];
        for (int u = 0; u < n; u++) {
            linear[u] = random.nextBoolean() ? 0 : weight(random);
            for (int v = 0; v < u; v++) {
                if (random.nextInt(3) == 0) {
                    builder.edge(u, v, weight(random));
                }
            }
        }
        return QuadraticForm.of(variables, linear, builder.buildSummed(n), offset);
    }

    private static double weight(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(20) - 10;
            case 1 -> random.nextGaussian();
            case 2 -> random.nextGaussian() * 1e-300;
            default -> random.nextInt(1000) / 100.0;
        };
    }
}
