package io.github.dnfs4j.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.factor.EliminationOrder.Limit;
import io.github.dnfs4j.factor.VariableElimination.Best;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VariableEliminationTest {
    @Test
    void twoHundredModelsAgainstAllTheirStates() {
        Random random = new Random(4);
        int contradictions = 0;
        for (int trial = 0; trial < 200; trial++) {
            FactorGraph graph = RandomGraphs.any(random, trial < 190 ? 7 : 10, 1, trial % 4 == 0 ? 0.5 : 0.1);
            RandomGraphs.Exact exact = RandomGraphs.enumerated(graph);
            VariableElimination elimination = VariableElimination.of(graph).orElseThrow();
            if (exact.best() == Double.NEGATIVE_INFINITY) {
                contradictions++;
                assertThat(elimination.logZ()).isEqualTo(Double.NEGATIVE_INFINITY);
                assertThat(elimination.mostProbable()).isEmpty();
                assertThatIllegalStateException().isThrownBy(elimination::marginals);
                continue;
            }
            assertThat(elimination.logZ()).isCloseTo(exact.logZ(), within(1e-10));
            assertThat(elimination.meanLogDensity()).isCloseTo(exact.meanLogDensity(), within(1e-10));
            double[][] marginals = elimination.marginals();
            for (int i = 0; i < marginals.length; i++) {
                assertThat(marginals[i]).containsExactly(exact.marginals()[i], within(1e-10));
            }
            Best best = elimination.mostProbable().orElseThrow();
            assertThat(best.logDensity()).isCloseTo(exact.best(), within(1e-10));
            assertThat(graph.logDensity(best.state())).isCloseTo(exact.best(), within(1e-10));
        }
        assertThat(contradictions).isBetween(5, 100);
    }

    @Test
    void answersGivenEvidenceAreOfTheWholeModel() {
        Random random = new Random(5);
        FactorGraph graph = RandomGraphs.grid(random, 3);
        int[] evidence = graph.nothingObserved();
        evidence[4] = 1;
        List<Factor> factors = new ArrayList<>(graph.factors());
        double[] only = new double[graph.size(4)];
        Arrays.fill(only, Double.NEGATIVE_INFINITY);
        only[1] = 0;
        factors.add(Factor.of(new int[] {4}, new int[] {only.length}, only));
        RandomGraphs.Exact exact = RandomGraphs.enumerated(FactorGraph.of(graph.sizes(), factors));
        VariableElimination given =
                VariableElimination.of(graph.condition(evidence), Limit.usual()).orElseThrow();
        assertThat(given.logZ()).isCloseTo(exact.logZ(), within(1e-10));
        double[][] marginals = given.marginals();
        for (int i = 0; i < 9; i++) {
            assertThat(marginals[i]).containsExactly(exact.marginals()[i], within(1e-10));
        }
        assertThat(given.mostProbable().orElseThrow().state()[4]).isEqualTo(1);
        evidence = new int[9];
        VariableElimination all =
                VariableElimination.of(graph.condition(evidence), Limit.usual()).orElseThrow();
        assertThat(all.logZ()).isCloseTo(graph.logDensity(evidence), within(1e-12));
        assertThat(all.marginals()[8][0]).isEqualTo(1);
    }

    /** Densities of exp(+-3000) neither overflow nor vanish. */
    @Test
    void logarithmsOfAnySizeAreKept() {
        Factor f = Factor.of(new int[] {0, 1}, new int[] {2, 2}, new double[] {3000, 2999, -3000, -2999});
        FactorGraph graph = FactorGraph.of(new int[] {2, 2}, List.of(f, f));
        VariableElimination elimination = VariableElimination.of(graph).orElseThrow();
        assertThat(elimination.logZ()).isCloseTo(6000 + Math.log1p(Math.exp(-2)), within(1e-9));
        assertThat(elimination.marginals()[1][1]).isCloseTo(1 / (1 + Math.exp(2)), within(1e-12));
    }

    @Test
    void chainHasWidthOneAndGridItsSide() {
        Random random = new Random(6);
        int[] sizes = new int[1000];
        Arrays.fill(sizes, 2);
        List<Factor> chain = new ArrayList<>();
        for (int i = 0; i + 1 < sizes.length; i++) {
            chain.add(RandomGraphs.factor(random, sizes, new int[] {i, i + 1}, 0));
        }
        FactorGraph line = FactorGraph.of(sizes, chain);
        assertThat(EliminationOrder.minFill(line, Limit.usual()).orElseThrow().width())
                .isEqualTo(1);
        FactorGraph grid = RandomGraphs.grid(random, 6);
        EliminationOrder order = EliminationOrder.minFill(grid, Limit.usual()).orElseThrow();
        assertThat(order.width()).isBetween(6, 7);
        EliminationOrder again = EliminationOrder.of(grid, order.order());
        assertThat(again.width()).isEqualTo(order.width());
        assertThat(again.largest()).isEqualTo(order.largest());
        assertThat(again.total()).isEqualTo(order.total());
        int[] rows = new int[36];
        Arrays.setAll(rows, i -> i);
        assertThat(EliminationOrder.of(grid, rows).width()).isEqualTo(6);
    }

    @Test
    void beyondTheLimitThereIsNoAnswer() {
        FactorGraph grid = RandomGraphs.grid(new Random(7), 6);
        EliminationOrder order = EliminationOrder.minFill(grid, Limit.usual()).orElseThrow();
        assertThat(VariableElimination.of(grid, new Limit(order.largest(), order.total())))
                .isPresent();
        assertThat(VariableElimination.of(grid, new Limit(order.largest(), order.total() - 1)))
                .isEmpty();
        assertThat(VariableElimination.of(grid, new Limit(100, 1 << 20))).isEmpty();
        List<Factor> all = new ArrayList<>();
        int[] sizes = new int[300];
        Arrays.fill(sizes, 2);
        for (int i = 0; i < sizes.length; i++) {
            for (int j = 0; j < i; j++) {
                all.add(Factor.of(new int[] {i, j}, new int[] {2, 2}, new double[4]));
            }
        }
        assertThat(VariableElimination.of(FactorGraph.of(sizes, all))).isEmpty();
    }
}
