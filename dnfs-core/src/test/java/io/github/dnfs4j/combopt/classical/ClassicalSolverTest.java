package io.github.dnfs4j.combopt.classical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ClassicalSolverTest {
    private static final Deadline NEVER = Deadline.in(Double.MAX_VALUE);
    private static final int MOVES = 768_000;
    private static final SolverSettings SECOND = new SolverSettings(1, 2, 3, 5, false);

    /** Within a second or, on a busy machine, with more of them. */
    private static SolutionPool solve(Problem problem, Predicate<SolutionPool> good) {
        SolutionPool pool = ClassicalSolver.solve(problem, SECOND);
        for (double seconds = 8; !good.test(pool) && seconds < 100; seconds *= 8) {
            pool = ClassicalSolver.solve(problem, SECOND.within(seconds));
        }
        return pool;
    }

    private static void solved(Problem problem, double optimum) {
        SolutionPool pool = solve(problem, p -> p.best().objective() == optimum);
        assertThat(problem.feasible(pool.best().x())).isTrue();
        assertThat(pool.best().objective()).isCloseTo(optimum, within(1e-9));
    }

    static Stream<Arguments> textbook() {
        return Stream.of(
                Arguments.of("cycle 31", Famous.cycle(31), 15, 2, 30),
                Arguments.of("cycle 40", Famous.cycle(40), 20, 2, 40),
                Arguments.of("K(7, 12)", Famous.bipartite(7, 12), 12, 2, 84),
                Arguments.of("hypercube 6", Famous.hypercube(6), 32, 2, 192),
                Arguments.of("Petersen", Famous.kneser(5, 2), 4, 2, 12),
                Arguments.of("Paley 17", Famous.paley(17), 3, 3, -1),
                Arguments.of("Paley 37", Famous.paley(37), 4, 4, -1),
                Arguments.of("Kneser 7 3", Famous.kneser(7, 3), 15, 2, -1),
                Arguments.of("Kneser 8 2", Famous.kneser(8, 2), 7, 4, -1),
                Arguments.of("hamming 8 4", Famous.hamming(8, 4), -1, 16, -1),
                Arguments.of("no edges", Graph.of(3, new int[0][]), 3, 1, 0));
    }

    /** Independence and clique numbers, and largest cuts, that are known; -1 where none is. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("textbook")
    void knownAnswersAreFound(String name, Graph graph, int alpha, int omega, int cut) {
        solved(Famous.problem(GraphProblem.CLIQUE, graph), omega);
        if (alpha >= 0) {
            solved(Famous.problem(GraphProblem.MIS, graph), alpha);
            solved(Famous.problem(GraphProblem.VERTEX_COVER, graph), graph.vertices() - alpha);
        }
        if (cut >= 0) {
            solved(Famous.problem(GraphProblem.MAXCUT, graph), cut);
        }
    }

    @ParameterizedTest
    @EnumSource(GraphProblem.class)
    void smallProblemsAreSolvedAndProven(GraphProblem kind) {
        for (int seed = 0; seed < 6; seed++) {
            Problem problem = Famous.problem(kind, Famous.random(12, 0.2 + 0.1 * seed, seed % 2 == 1, seed));
            SolutionPool pool = solve(problem, SolutionPool::proven);
            assertThat(pool.best().objective()).as(kind + " " + seed).isEqualTo(Famous.optimum(problem));
            assertThat(pool.proven()).isTrue();
        }
    }

    /** The search alone, without the exact one beside it. */
    @Test
    void swapsFindLargestSets() {
        for (int seed = 0; seed < 20; seed++) {
            Graph graph =
                    Kernel.positive(Famous.random(13, 0.3, seed % 2 == 1, seed)).graph();
            Problem problem = Famous.problem(GraphProblem.MIS, graph);
            SolutionPool pool = new SolutionPool(problem, 3);
            new SetSearch(graph, new FastRandom(seed)).run(Deadline.after(MOVES), pool::offer);
            assertThat(pool.best().objective()).as("seed " + seed).isEqualTo(Famous.optimum(problem));
        }
    }

    /** Each of the searches that take turns, by so many moves. */
    @Test
    void coversAndPenaltiesFindLargestSets() {
        for (int seed = 0; seed < 40; seed++) {
            Graph graph = Famous.random(14, 0.1 + 0.02 * seed, false, seed);
            Problem problem = Famous.problem(GraphProblem.MIS, graph);
            double optimum = Famous.optimum(problem);
            SolutionPool covers = new SolutionPool(problem, 3);
            new CoverSearch(graph, new FastRandom(seed)).run(Deadline.in(1000, 3000, () -> false), covers::offer);
            assertThat(covers.best().objective()).as("cover " + seed).isEqualTo(optimum);
            SolutionPool penalties = new SolutionPool(problem, 3);
            new PenaltySearch(Rows.of(graph), new FastRandom(seed))
                    .run(Deadline.in(1000, 3000, () -> false), penalties::offer);
            assertThat(penalties.best().objective()).as("penalties " + seed).isEqualTo(optimum);
        }
    }

    /** A bound that is met ends the search as a proof does; one that is not still holds. */
    @ParameterizedTest
    @EnumSource(GraphProblem.class)
    void everyAnswerHasABound(GraphProblem kind) {
        for (int seed = 0; seed < 4; seed++) {
            Graph graph = Famous.random(60, 0.5, seed % 2 == 1, seed);
            SolverSettings moves = new SolverSettings(1000, 1, seed, 1, false, 20_000);
            SolutionPool pool = ClassicalSolver.solve(Famous.problem(kind, graph), moves);
            assertThat(pool.bound()).isNotNull();
            Problem problem = Famous.problem(kind, graph);
            assertThat(problem.better(pool.best().objective(), pool.bound())).isFalse();
        }
    }

    @Test
    void flipsFindLowestEnergies() {
        Random random = new Random(1);
        for (int seed = 0; seed < 20; seed++) {
            int n = 12;
            double[][] w = new double[n][n];
            for (double[] row : w) {
                java.util.Arrays.setAll(row, j -> random.nextInt(3) == 0 ? random.nextGaussian() : 0);
            }
            QuadraticForm form =
                    QuadraticForm.ofMatrix(w, random.doubles(n, -1, 1).toArray());
            Problem problem = new Problem.OfEnergy(form);
            SolutionPool pool = new SolutionPool(problem, 3);
            new FlipSearch(form, new FastRandom(seed)).run(Deadline.after(MOVES), pool::offer);
            double optimum = Famous.optimum(problem);
            assertThat(pool.best().objective()).as("seed " + seed).isCloseTo(optimum, within(1e-12));
        }
    }

    @Test
    void branchAndBoundIsExact() {
        for (int seed = 0; seed < 40; seed++) {
            Graph graph = Kernel.positive(Famous.random(13, 0.2 + 0.015 * seed, seed % 2 == 1, seed))
                    .graph();
            List<byte[]> found = new ArrayList<>();
            assertThat(new CliqueSearch(graph, -1, NEVER, found::add).run()).isTrue();
            Problem problem = Famous.problem(GraphProblem.CLIQUE, graph);
            byte[] last = found.get(found.size() - 1);
            assertThat(problem.feasible(last)).isTrue();
            assertThat(problem.objective(last)).as("seed " + seed).isEqualTo(Famous.optimum(problem));
        }
    }

    /** A largest set of the rest, lifted, is a largest set. */
    /** The best set of the rest becomes a best set, and each is worth what it adds to that of none. */
    @Test
    void theKernelLosesNothing() {
        for (int seed = 0; seed < 120; seed++) {
            Graph graph = Famous.random(13, 0.15 + 0.05 * (seed % 5), seed % 2 == 1, seed);
            Problem problem = Famous.problem(GraphProblem.MIS, graph);
            Kernel kernel = Kernel.of(graph);
            Problem rest = Famous.problem(GraphProblem.MIS, kernel.graph());
            double none = problem.objective(kernel.lift(new byte[rest.size()]));
            double best = Double.NEGATIVE_INFINITY;
            for (int state = 0; state < 1 << rest.size(); state++) {
                byte[] x = Famous.bits(state, rest.size());
                byte[] lifted = kernel.lift(x);
                if (rest.feasible(x)) {
                    assertThat(problem.feasible(lifted)).isTrue();
                    assertThat(problem.objective(lifted)).isEqualTo(none + rest.objective(x));
                    best = Math.max(best, problem.objective(lifted));
                }
            }
            assertThat(best).as("seed " + seed).isEqualTo(Famous.optimum(problem));
        }
    }

    /** A leaf is taken, or leaves its neighbour out, or makes it lighter. */
    @Test
    void nothingIsLeftOfAWeightedTree() {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int n = 13;
            int[][] edges = new int[n - 1][];
            for (int v = 1; v < n; v++) {
                edges[v - 1] = new int[] {v, random.nextInt(v)};
            }
            double[] weights = random.ints(n, 1, 9).asDoubleStream().toArray();
            Problem tree = Famous.problem(GraphProblem.MIS, Graph.of(n, edges).withVertexWeights(weights));
            Kernel kernel = Kernel.of(((Problem.OfGraph) tree).graph());
            assertThat(kernel.graph().vertices()).isZero();
            assertThat(tree.objective(kernel.lift(new byte[0]))).isEqualTo(Famous.optimum(tree));
        }
    }

    /** Ten thousand vertices: a forest is solved at once, its set proven by reduction. */
    @Test
    void aLargeForestIsSolvedExactly() {
        int n = 10_000;
        Random random = new Random(2);
        int[][] edges = new int[n - 1][];
        for (int v = 1; v < n; v++) {
            edges[v - 1] = new int[] {v, random.nextInt(v)};
        }
        Graph tree = Graph.of(n, edges);
        SolutionPool pool = solve(Famous.problem(GraphProblem.MIS, tree), SolutionPool::proven);
        assertThat(pool.proven()).isTrue();
        assertThat(pool.best().objective()).isGreaterThanOrEqualTo(n / 2.0);
        // Not proven optimal by annealing, but few edges of a tree may stay uncut.
        double most = 0.97 * (n - 1);
        SolutionPool cut =
                solve(Famous.problem(GraphProblem.MAXCUT, tree), p -> p.best().objective() > most);
        assertThat(cut.best().objective()).isGreaterThan(most);
    }

    @Test
    void anEmptyGraphHasAnEmptyAnswer() {
        SolutionPool pool = ClassicalSolver.solve(Famous.problem(GraphProblem.MIS, Graph.of(0, new int[0][])), SECOND);
        assertThat(pool.best().x()).isEmpty();
        assertThat(pool.proven()).isTrue();
    }
}
