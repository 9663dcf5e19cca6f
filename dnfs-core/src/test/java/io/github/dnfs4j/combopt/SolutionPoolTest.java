package io.github.dnfs4j.combopt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.combopt.SolutionPool.Solution;
import io.github.dnfs4j.combopt.classical.Famous;
import io.github.dnfs4j.target.GraphProblem;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is kept of solutions, and how states become solutions. */
class SolutionPoolTest {
    @Test
    void solutionsAreDistinctCountedAndSorted() {
        SolutionPool pool = new SolutionPool(Famous.problem(GraphProblem.MIS, Famous.cycle(5)), 2);
        pool.offer(new byte[] {1, 0, 0, 0, 0});
        pool.offer(new byte[] {1, 1, 0, 0, 0}); // adjacent
        pool.offer(new byte[] {0, 0, 0, 0, 0});
        pool.offer(new byte[] {1, 0, 1, 0, 0});
        pool.offer(new byte[] {1, 0, 1, 0, 0});
        assertThat(pool.sorted()).extracting(Solution::objective).containsExactly(2.0, 1.0);
        assertThat(pool.sorted()).extracting(Solution::count).containsExactly(2, 1);
        assertThat(pool.best().x()).containsExactly(1, 0, 1, 0, 0);
        assertThat(pool.proven()).isFalse();
    }

    @Test
    void bothSidesOfACutAreOneCut() {
        SolutionPool pool = new SolutionPool(Famous.problem(GraphProblem.MAXCUT, Famous.cycle(4)), 9);
        pool.offer(new byte[] {1, 0, 1, 0});
        pool.offer(new byte[] {0, 1, 0, 1});
        assertThat(pool.sorted()).hasSize(1);
        assertThat(pool.best().count()).isEqualTo(2);
        assertThat(pool.best().objective()).isEqualTo(4);
    }

    @Test
    void repairIsThatOfThePaper() {
        Decoder decoder = new Decoder(new Problem.OfGraph(GraphProblem.MIS, Famous.cycle(6)));
        // Vertex 0 takes out 1 and 5; 2 stays and takes out 3; 4 stays.
        assertThat(decoder.repair(new byte[] {1, 1, 1, 1, 1, 1})).containsExactly(1, 0, 1, 0, 1, 0);
        assertThat(decoder.repair(new byte[] {0, 1, 0, 0, 0, 0})).containsExactly(0, 1, 0, 0, 0, 0);
    }

    /** Everything selected on a star: the paper keeps the first vertex, its centre; pruning drops it. */
    @Test
    void pruningDropsTheVertexInMostConflicts() {
        Decoder decoder = new Decoder(new Problem.OfGraph(GraphProblem.MIS, Famous.bipartite(1, 5)));
        byte[] all = {1, 1, 1, 1, 1, 1};
        assertThat(Decoding.PAPER.solution(decoder, all)).containsExactly(1, 0, 0, 0, 0, 0);
        assertThat(Decoding.GREEDY.solution(decoder, all)).containsExactly(0, 1, 1, 1, 1, 1);
        assertThat(decoder.complete(new byte[6])).containsExactly(0, 1, 1, 1, 1, 1);
    }

    @ParameterizedTest
    @EnumSource(GraphProblem.class)
    void anyStateBecomesASolutionThatNoVertexImproves(GraphProblem kind) {
        Random random = new Random(7);
        for (int seed = 0; seed < 30; seed++) {
            Problem.OfGraph problem = new Problem.OfGraph(kind, Famous.random(14, 0.35, seed % 2 == 1, seed));
            Decoder decoder = new Decoder(problem);
            for (int row = 0; row < 5; row++) {
                byte[] state = new byte[14];
                for (int i = 0; i < state.length; i++) {
                    state[i] = (byte) random.nextInt(2);
                }
                assertThat(problem.feasible(Decoding.PAPER.solution(decoder, state)))
                        .isTrue();
                byte[] x = Decoding.GREEDY.solution(decoder, state);
                assertThat(problem.feasible(x)).isTrue();
                double value = problem.objective(x);
                for (int i = 0; i < 14; i++) {
                    x[i] ^= 1;
                    boolean added = x[i] == 1;
                    // Sets only grow and covers only shrink; a vertex of negative weight may stay where it was.
                    if (kind == GraphProblem.MAXCUT || added == problem.maximised()) {
                        assertThat(problem.feasible(x)
                                        && problem.better(
                                                problem.objective(x), value + (problem.maximised() ? 1e-9 : -1e-9)))
                                .as("%s seed %d vertex %d", kind, seed, i)
                                .isFalse();
                    }
                    x[i] ^= 1;
                }
            }
        }
    }
}
