package io.github.dnfs4j.combopt.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The best of the reduced problem is the best that breaks nothing, by all states of both. */
class ReductionTest {
    private static Problem problem(String kind, Random random, int n) {
        GraphBuilder builder = Graph.builder();
        for (int u = 0; u < n; u++) {
            for (int v = 0; v < u; v++) {
                if (random.nextInt(3) == 0) {
                    builder.edge(u, v, random.nextInt(9) - 3);
                }
            }
        }
        if (kind.equals("qubo")) {
            Variables variables = random.nextBoolean() ? Variables.BINARY : Variables.SPIN;
            double[] h = random.ints(n, -5, 6).asDoubleStream().toArray();
            return new Problem.OfEnergy(QuadraticForm.of(variables, h, builder.build(n), 2.5));
        }
        double[] weights = random.ints(n, 0, 5).asDoubleStream().toArray();
        return new Problem.OfGraph(GraphProblem.parse(kind), builder.build(n).withVertexWeights(weights));
    }

    private static Constraints constraints(Random random, int n) {
        Map<Integer, Integer> fixed = new HashMap<>();
        List<int[]> apart = new ArrayList<>();
        for (int k = random.nextInt(3); k > 0; k--) {
            fixed.put(random.nextInt(n), random.nextInt(3) == 0 ? 1 : 0);
        }
        for (int k = random.nextInt(3); k > 0; k--) {
            int u = random.nextInt(n);
            apart.add(new int[] {u, (u + 1 + random.nextInt(n - 1)) % n});
        }
        int most = random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(n);
        int least = most < n && random.nextBoolean() ? most : 0;
        return new Constraints(fixed, apart, least, most);
    }

    private static byte[] state(int number, int n) {
        byte[] x = new byte[n];
        for (int i = 0; i < n; i++) {
            x[i] = (byte) (number >> i & 1);
        }
        return x;
    }

    @ParameterizedTest
    @ValueSource(strings = {"mis", "clique", "vertex-cover", "maxcut", "qubo"})
    void theBestThatBreaksNothingIsTheBestOfTheReduced(String kind) {
        int solvable = 0;
        int met = 0;
        for (int seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            int n = 3 + random.nextInt(5);
            Problem problem = problem(kind, random, n);
            Constraints constraints = constraints(random, n);
            boolean cut = kind.equals("maxcut");
            double best = Double.NaN;
            for (int s = 0; s < 1 << n; s++) {
                byte[] x = state(s, n);
                if (problem.feasible(x) && constraints.broken(x, cut) == 0) {
                    double value = problem.objective(x);
                    best = Double.isNaN(best) || problem.better(value, best) ? value : best;
                }
            }
            if (Double.isNaN(best)) {
                continue; // nothing satisfies them
            }
            solvable++;
            Reduction reduction = Reduction.of(problem, constraints);
            Double bound = reduction.bound();
            if (bound != null) {
                assertThat(problem.better(best, reduction.objective(bound)))
                        .as("seed %d", seed)
                        .isFalse();
                met += best == reduction.objective(bound) ? 1 : 0;
            }
            Problem searched = reduction.searched();
            byte[] winner = null;
            for (int s = 0; s < 1 << searched.size(); s++) {
                byte[] x = state(s, searched.size());
                if (searched.feasible(x)
                        && (winner == null || searched.better(searched.objective(x), searched.objective(winner)))) {
                    winner = x;
                }
            }
            byte[] lifted = reduction.lift(winner);
            assertThat(constraints.broken(lifted, cut)).as("seed %d", seed).isZero();
            assertThat(problem.feasible(lifted)).isTrue();
            assertThat(problem.objective(lifted)).isEqualTo(best, within(1e-9));
            assertThat(reduction.objective(searched.objective(winner))).isEqualTo(best, within(1e-9));
            assertThat(reduction.lift(reduction.project(lifted))).isEqualTo(lifted);
        }
        assertThat(solvable).isGreaterThan(50);
        assertThat(met).as("bounds that are the best").isGreaterThan(kind.equals("vertex-cover") ? 0 : 5);
    }

    @Test
    void whatNothingSatisfiesIsSaid() {
        Problem path = new Problem.OfGraph(GraphProblem.MIS, Graph.of(3, new int[][] {{0, 1}, {1, 2}}));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Reduction.of(path, new Constraints(Map.of(0, 1, 1, 1), List.of(), 0, Integer.MAX_VALUE)))
                .withMessageContaining("cannot be in one solution");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Reduction.of(path, new Constraints(Map.of(), List.of(), 4, 4)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Reduction.of(path, new Constraints(Map.of(7, 1), List.of(), 0, 3)));
        assertThatIllegalArgumentException().isThrownBy(() -> new Constraints(Map.of(), List.of(), 3, 2));
    }
}
