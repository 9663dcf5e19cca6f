package io.github.dnfs4j.combopt.classical;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.combopt.Clock;
import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cuts and energies are reduced to, moved by and bounded with, all held against every state. */
class SpinsTest {
    /** A random energy in whole numbers; every third the same for a state and its opposite, as cuts are. */
    private static QuadraticForm energy(int number) {
        Random random = new Random(number);
        int n = 2 + random.nextInt(9);
        int most = 1 + random.nextInt(9);
        double density = random.nextDouble();
        double[] h = new double[n];
        double[][] w = new double[n][n];
        for (int i = 0; i < n; i++) {
            h[i] = number % 3 == 0 ? h[i] : h[i] + random.nextInt(2 * most + 1) - most;
            for (int j = 0; j < i; j++) {
                if (random.nextDouble() < density) {
                    w[i][j] = 2 * (random.nextInt(2 * most + 1) - most);
                    h[i] -= number % 3 == 0 ? w[i][j] / 2 : 0;
                    h[j] -= number % 3 == 0 ? w[i][j] / 2 : 0;
                }
            }
        }
        return QuadraticForm.ofMatrix(w, h);
    }

    private static byte[] minimum(QuadraticForm form) {
        byte[] best = new byte[form.size()];
        for (int state = 0; state < 1 << form.size(); state++) {
            byte[] x = Famous.bits(state, form.size());
            if (form.energy(x) < form.energy(best)) {
                best = x;
            }
        }
        return best;
    }

    private static byte[] state(int n, Random random) {
        return Famous.bits(random.nextInt(1 << n), n);
    }

    @Test
    void aBestStateOfTheKernelIsABestStateInFull() {
        int left = 0;
        for (int k = 0; k < 600; k++) {
            QuadraticForm form = energy(k);
            SpinKernel kernel = SpinKernel.of(form);
            byte[] x = minimum(kernel.form());
            assertThat(form.energy(kernel.lift(x))).as("energy " + k).isEqualTo(form.energy(minimum(form)));
            double objective =
                    kernel.objective(new Problem.OfEnergy(form), kernel.form().energy(x));
            assertThat(objective).as("energy " + k).isEqualTo(form.energy(minimum(form)));
            left += kernel.empty() ? 0 : 1;
        }
        assertThat(left).as("energies that are not solved by reduction alone").isGreaterThan(50);
    }

    @Test
    void eliminationIsExact() {
        for (int k = 0; k < 300; k++) {
            QuadraticForm form = energy(k);
            byte[] x = new byte[form.size()];
            assertThat(new Elimination(form, 12, new FastRandom(k)).minimise(x, 12, 1e9))
                    .isTrue();
            assertThat(form.energy(x)).as("energy " + k).isEqualTo(form.energy(minimum(form)));
        }
    }

    @Test
    void eliminationOfAPartNeverLosesAndFreesSomething() {
        Random random = new Random(1);
        for (int k = 0; k < 300; k++) {
            QuadraticForm form = energy(k);
            Elimination elimination = new Elimination(form, 2, new FastRandom(k));
            for (int width = 0; width <= 2; width++) {
                byte[] x = state(form.size(), random);
                double before = form.energy(x);
                elimination.improve(x, width);
                assertThat(form.energy(x)).as("energy " + k).isLessThanOrEqualTo(before);
                assertThat(elimination.freed()).isPositive();
            }
        }
    }

    /** Width 1 frees a whole forest, so that one move makes any state a best one. */
    @Test
    void oneMoveSolvesAForest() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            int n = 12;
            double[] h = random.ints(n, -5, 6).asDoubleStream().toArray();
            GraphBuilder builder = Graph.builder();
            for (int v = 1; v < n; v++) {
                if (random.nextInt(6) > 0) {
                    builder.edge(v, random.nextInt(v), random.nextInt(11) - 5);
                }
            }
            QuadraticForm form = QuadraticForm.of(QuadraticForm.Variables.BINARY, h, builder.buildSummed(n), 0);
            byte[] x = state(n, random);
            new Elimination(form, 1, new FastRandom(seed)).improve(x, 1);
            assertThat(form.energy(x)).as("seed " + seed).isEqualTo(form.energy(minimum(form)));
        }
    }

    @Test
    void flipsOfClustersCostWhatTheyCostInFullAndReachEveryState() {
        Random random = new Random(2);
        for (int k = 0; k < 300; k++) {
            QuadraticForm form = energy(k);
            List<byte[]> states = new ArrayList<>();
            for (int s = 0; s < 1 + k % 4; s++) {
                states.add(state(form.size(), random));
            }
            Coarse coarse = Coarse.of(form, states);
            int size = coarse.form().size();
            byte[] none = new byte[size];
            assertThat(coarse.lift(none)).isEqualTo(states.get(0));
            double least = Double.POSITIVE_INFINITY;
            for (int c = 0; c < 1 << size; c++) {
                byte[] flips = Famous.bits(c, size);
                double energy = form.energy(coarse.lift(flips));
                assertThat(coarse.form().energy(flips) - coarse.form().energy(none))
                        .isEqualTo(energy - form.energy(states.get(0)));
                least = Math.min(least, energy);
            }
            for (byte[] x : states) {
                assertThat(least).as("energy " + k).isLessThanOrEqualTo(form.energy(x));
            }
        }
    }

    @Test
    void mergingIsAtLeastAsGoodAsEach() {
        Random random = new Random(3);
        for (int k = 0; k < 100; k++) {
            QuadraticForm form = energy(k);
            List<byte[]> states =
                    List.of(state(form.size(), random), state(form.size(), random), state(form.size(), random));
            byte[] merged = new Merging(form, new FastRandom(k)).merge(states, 10, Deadline.in(1000));
            for (byte[] x : states) {
                assertThat(form.energy(merged)).isLessThanOrEqualTo(form.energy(x));
            }
        }
    }

    @Test
    void noStateGoesBelowTheBound() {
        int met = 0;
        for (int k = 0; k < 600; k++) {
            QuadraticForm form = energy(k);
            double least = form.energy(minimum(form));
            double bound = SpinBound.of(form, Deadline.in(1000));
            assertThat(bound).as("energy " + k).isLessThanOrEqualTo(least);
            met += bound == least ? 1 : 0;
        }
        assertThat(met).as("bounds that are met").isGreaterThan(300);
    }

    @Test
    void noSetExceedsItsCliques() {
        int met = 0;
        for (int seed = 0; seed < 300; seed++) {
            Graph graph = Famous.random(10, seed / 300.0, seed % 2 == 1, seed);
            double bound = CliqueCover.bound(graph, new FastRandom(seed), Deadline.in(1000, 200, () -> false));
            double optimum = Famous.optimum(Famous.problem(GraphProblem.MIS, graph));
            assertThat(bound).as("seed " + seed).isGreaterThanOrEqualTo(optimum);
            met += bound == optimum ? 1 : 0;
        }
        assertThat(met).as("bounds that are met").isGreaterThan(150);
    }

    @Test
    void unitsAreFoundWhereThereAreSome() {
        assertThat(Units.of(new double[] {3, -7, 0})).isEqualTo(new Units(1, true));
        assertThat(Units.of(new double[] {0.25, 1.5}).sound()).isTrue();
        for (double scale : new double[] {1e-14, 1e-9, 0.1, 1.0 / 3, 1e15}) {
            Units units = Units.of(new double[] {scale, -17 * scale, 200 * scale});
            assertThat(units.sound()).isTrue();
            assertThat(units.whole(200 * scale) / units.whole(scale)).isEqualTo(200);
        }
        assertThat(Units.of(new double[] {Math.PI, Math.E}).sound()).isTrue();
        assertThat(Units.of(new double[] {1, 1e15}).sound()).isTrue();
        // Of a sum of 1e17 a double does not see 1.
        assertThat(Units.of(new double[] {1, 1e17}).sound()).isFalse();
    }

    /** The same problem in other units has the same answer, proven; one that doubles cannot tell is not proven. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-14, 1e-9, 1, 3e-7, 1e15})
    void scalesDoNotMatter(double scale) {
        SolverSettings settings = new SolverSettings(20, 1, 1, 1, false);
        for (int seed = 0; seed < 4; seed++) {
            Graph graph = Famous.random(13, 0.5, true, seed);
            GraphBuilder scaled = Graph.builder();
            graph.forEachEdge((u, v, w) -> scaled.edge(u, v, w * scale));
            Problem cut = Famous.problem(GraphProblem.MAXCUT, scaled.build(13));
            SolutionPool pool = ClassicalSolver.solve(cut, settings);
            assertThat(pool.proven()).isTrue();
            assertThat(pool.best().objective()).isEqualTo(Famous.optimum(cut));
            double[] weights = new double[13];
            for (int v = 0; v < 13; v++) {
                weights[v] = scale * graph.vertexWeight(v);
            }
            Problem set = Famous.problem(GraphProblem.MIS, graph.unweighted().withVertexWeights(weights));
            SolutionPool sets = ClassicalSolver.solve(set, settings);
            assertThat(sets.proven()).isTrue();
            assertThat(sets.best().objective()).isEqualTo(Famous.optimum(set));
        }
    }

    /** Beside an edge of 1e17 the others are lost in rounding. */
    @Test
    void whatRoundingHidesIsNotProven() {
        GraphBuilder builder = Graph.builder();
        Famous.random(13, 0.5, true, 1).forEachEdge(builder::edge);
        builder.edge(13, 14, 1e17);
        Problem cut = Famous.problem(GraphProblem.MAXCUT, builder.build(15));
        SolutionPool pool = ClassicalSolver.solve(cut, new SolverSettings(0.2, 1, 1, 1, true));
        assertThat(pool.proven()).isFalse();
        assertThat(pool.bound()).isNull();
    }

    /** Who stops a search, or waits for it to say something, has a state before there is a bound. */
    @Test
    void aStateComesBeforeTheBound() {
        Problem cut = Famous.problem(GraphProblem.MAXCUT, Famous.random(150, 0.2, true, 3));
        List<Boolean> bounded = new ArrayList<>();
        SolutionPool[] pool = new SolutionPool[1];
        pool[0] = new SolutionPool(cut, 1, Clock.WALL, better -> bounded.add(pool[0].bound() != null));
        ClassicalSolver.solve(cut, new SolverSettings(1000, 1, 1, 1, false, 300_000), () -> false, pool[0]);
        assertThat(pool[0].bound()).isNotNull();
        assertThat(bounded.get(0)).isFalse();
    }
}
