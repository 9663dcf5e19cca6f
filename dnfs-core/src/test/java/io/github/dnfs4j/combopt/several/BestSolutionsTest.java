package io.github.dnfs4j.combopt.several;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.combopt.SolutionPool.Solution;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The best few, against all states of small problems. */
class BestSolutionsTest {
    private static final long MOVES = 2_000_000;

    private static Graph graph(Random random, int n, double density, boolean weights) {
        GraphBuilder builder = Graph.builder();
        for (int u = 0; u < n; u++) {
            for (int v = 0; v < u; v++) {
                if (random.nextDouble() < density) {
                    builder.edge(u, v, weights ? random.nextInt(9) - 2 : 1);
                }
            }
        }
        double[] of = random.ints(n, 1, 6).asDoubleStream().toArray();
        return builder.build(n).withVertexWeights(weights ? of : null);
    }

    /** Objectives of all distinct feasible states, best first. */
    private static List<Double> all(Problem problem) {
        List<Double> values = new ArrayList<>();
        for (int state = 0; state < 1 << problem.size(); state++) {
            byte[] x = new byte[problem.size()];
            for (int i = 0; i < x.length; i++) {
                x[i] = (byte) (state >> i & 1);
            }
            byte[] y = x.clone();
            problem.normalise(y);
            if (problem.feasible(x) && Arrays.equals(x, y)) {
                values.add(problem.objective(x));
            }
        }
        values.sort(problem.maximised() ? Comparator.reverseOrder() : Comparator.naturalOrder());
        return values;
    }

    private static void compare(Problem problem, int wanted) {
        SolutionPool pool = new SolutionPool(problem, wanted);
        Deadline deadline = Deadline.in(1e9, MOVES, () -> false);
        assertThat(BestSolutions.fill(problem, pool, deadline, 3)).isTrue();
        List<Double> all = all(problem);
        assertThat(pool.sorted())
                .extracting(Solution::objective)
                .isEqualTo(all.subList(0, Math.min(wanted, all.size())));
    }

    @ParameterizedTest
    @EnumSource(GraphProblem.class)
    void noBetterSolutionIsMissing(GraphProblem kind) {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            Graph graph = graph(random, 2 + random.nextInt(9), 0.4, seed % 2 == 1);
            compare(new Problem.OfGraph(kind, graph), 1 + random.nextInt(40));
        }
    }

    @Test
    void noBetterStateIsMissing() {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            int n = 2 + random.nextInt(9);
            double[] h = random.ints(n, -5, 6).asDoubleStream().toArray();
            Variables variables = seed % 2 == 0 ? Variables.BINARY : Variables.SPIN;
            compare(
                    new Problem.OfEnergy(QuadraticForm.of(variables, h, graph(random, n, 0.5, true), 1.5)),
                    1 + random.nextInt(40));
        }
    }

    /** Five pairs of equals: 32 ways to take one of each, of too many variables to list their states. */
    @Test
    void aWalkFindsTheEqualOnes() {
        GraphBuilder builder = Graph.builder();
        double[] h = new double[24];
        for (int k = 0; k < 12; k++) {
            builder.edge(2 * k, 2 * k + 1, 2);
            h[2 * k] = k < 5 ? -1 : -3;
            h[2 * k + 1] = -1;
        }
        Problem problem = new Problem.OfEnergy(QuadraticForm.of(Variables.BINARY, h, builder.buildSummed(24), 0));
        SolutionPool pool = new SolutionPool(problem, 32);
        Deadline deadline = Deadline.in(1e9, MOVES, () -> false);
        assertThat(BestSolutions.fill(problem, pool, deadline, 3)).isFalse();
        assertThat(pool.sorted()).hasSize(32).allMatch(s -> s.objective() == -26);
        assertThat(deadline.moves()).isBetween(MOVES, MOVES + 1000);
    }

    @Test
    void aSearchThatIsStoppedDoesNotClaimToBeWhole() {
        Problem problem = new Problem.OfGraph(GraphProblem.MIS, graph(new Random(1), 200, 0.02, false));
        SolutionPool pool = new SolutionPool(problem, 1000);
        assertThat(BestSolutions.fill(problem, pool, Deadline.in(1e9, 20_000, () -> false), 3))
                .isFalse();
    }
}
