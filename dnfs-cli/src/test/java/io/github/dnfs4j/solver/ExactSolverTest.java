package io.github.dnfs4j.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.combopt.classical.SolverSettings;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.GraphProblem;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is called proven holds in every unit of measure, and beside weights of any size. */
class ExactSolverTest {
    private static final SolverSettings EXACT = new SolverSettings(60, 1, 1, 1, true);

    /** Too dense to be eliminated or reduced: 45 vertices, weights -1 and 1. */
    private static GraphBuilder signs(double scale) {
        Random random = new Random(5);
        GraphBuilder builder = Graph.builder();
        for (int u = 0; u < 45; u++) {
            for (int v = 0; v < u; v++) {
                if (random.nextInt(5) == 0) {
                    builder.edge(u, v, random.nextBoolean() ? scale : -scale);
                }
            }
        }
        return builder;
    }

    private static SolutionPool cut(Graph graph, SolverSettings settings) {
        return ExactSolver.solve(new Problem.OfGraph(GraphProblem.MAXCUT, graph), settings);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-14, 1e-9, 1e-3, 1e9, 1e15})
    void scalesDoNotMatter(double scale) {
        SolutionPool one = cut(signs(1).build(45), EXACT);
        SolutionPool scaled = cut(signs(scale).build(45), EXACT);
        assertThat(one.proven()).isTrue();
        assertThat(scaled.proven()).isTrue();
        assertThat(scaled.best().objective() / scale).isCloseTo(one.best().objective(), within(1e-9));
    }

    /** The heavy edge is contracted, and what is left is as before. */
    @Test
    void aHeavyEdgeHidesNothing() {
        double alone = cut(signs(1).build(45), EXACT).best().objective();
        GraphBuilder builder = signs(1);
        builder.edge(45, 46, 1e14);
        builder.edge(45, 0, 1);
        SolutionPool pool = cut(builder.build(47), EXACT);
        assertThat(pool.proven()).isTrue();
        assertThat(pool.best().objective()).isEqualTo(1e14 + 1 + alone);
    }

    /** Weights from 1 to 1e12, none of which outweighs its neighbours: below the tolerance, so that nothing is claimed. */
    @Test
    void whatTheToleranceCannotTellIsNotClaimed() {
        Random random = new Random(6);
        GraphBuilder builder = Graph.builder();
        for (int u = 0; u < 40; u++) {
            for (int v = 0; v < u; v++) {
                double size = (u + v) % 3 == 0 ? 1e12 : 1;
                builder.edge(u, v, (random.nextBoolean() ? 1 : -1) * size);
            }
        }
        SolutionPool pool = cut(builder.build(40), new SolverSettings(1, 1, 1, 1, true));
        assertThat(pool.proven()).isFalse();
        assertThat(pool.bound()).isNotNull();
    }

    /** A bound of the program holds for the best state there is, which is known for a graph that is also proven. */
    @Test
    void aBoundThatWasNotMetHolds() {
        SolutionPool proven = cut(signs(1).build(45), EXACT);
        SolutionPool hasty = cut(signs(1).build(45), new SolverSettings(0.05, 1, 1, 1, true));
        assertThat(hasty.bound()).isGreaterThanOrEqualTo(proven.best().objective());
    }
}
