package io.github.dnfs4j.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.factor.BeliefPropagation.Schedule;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Belief propagation and mean field, against elimination. */
class ApproximationTest {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    private static BeliefPropagation.Settings settings(Schedule schedule, double damping) {
        return new BeliefPropagation.Settings(schedule, damping, 2000, 1e-14);
    }

    @Test
    void beliefPropagationIsExactOnTrees() {
        Random random = new Random(8);
        int allowed = 0;
        for (int trial = 0; trial < 60; trial++) {
            FactorGraph tree = RandomGraphs.tree(random, 1 + random.nextInt(12), trial % 3 == 0 ? 0.2 : 0);
            VariableElimination exact = VariableElimination.of(tree).orElseThrow();
            double logZ = exact.logZ();
            for (Schedule schedule : Schedule.values()) {
                for (double damping : new double[] {0, 0.3}) {
                    Approximation bp = BeliefPropagation.run(tree, settings(schedule, damping));
                    assertThat(bp.converged()).isTrue();
                    if (logZ == NONE) {
                        assertThat(bp.logZ()).isEqualTo(NONE);
                        continue;
                    }
                    allowed++;
                    assertThat(bp.logZ()).isCloseTo(logZ, within(1e-9));
                    double[][] marginals = exact.marginals();
                    for (int i = 0; i < marginals.length; i++) {
                        assertThat(bp.marginals()[i]).containsExactly(marginals[i], within(1e-9));
                    }
                }
            }
        }
        assertThat(allowed).isGreaterThan(160);
    }

    /** Couplings of order 1 on a grid: near, not exact, and the probabilities are probabilities. */
    @Test
    void loopsCostBeliefPropagationSomeDigits() {
        FactorGraph grid = RandomGraphs.grid(new Random(9), 5);
        double exact = VariableElimination.of(grid).orElseThrow().logZ();
        Approximation bp = BeliefPropagation.run(grid, BeliefPropagation.Settings.usual());
        assertThat(bp.converged()).isTrue();
        assertThat(Math.abs(bp.logZ() - exact)).isBetween(1e-6, 1.0);
        for (double[] m : bp.marginals()) {
            assertThat(Arrays.stream(m).sum()).isCloseTo(1, within(1e-12));
        }
    }

    @Test
    void iterationsThatAreUsedUpAreSaid() {
        FactorGraph grid = RandomGraphs.grid(new Random(9), 5);
        Approximation bp = BeliefPropagation.run(grid, new BeliefPropagation.Settings(Schedule.PARALLEL, 0, 2, 1e-10));
        assertThat(bp.converged()).isFalse();
        assertThat(bp.iterations()).isEqualTo(2);
        assertThatIllegalArgumentException().isThrownBy(() -> settings(Schedule.PARALLEL, 1));
    }

    @Test
    void forbiddenEntriesGiveNumbersAndNoState() {
        Random random = new Random(10);
        for (int trial = 0; trial < 100; trial++) {
            FactorGraph graph = RandomGraphs.any(random, 6, 1, 0.3);
            double logZ = RandomGraphs.enumerated(graph).logZ();
            Approximation bp = BeliefPropagation.run(graph, BeliefPropagation.Settings.usual());
            assertThat(bp.logZ()).isNotNaN();
            for (double[] m : bp.marginals()) {
                assertThat(Arrays.stream(m).sum()).isCloseTo(1, within(1e-12));
            }
            if (logZ > NONE) {
                assertThat(bp.logZ())
                        .as("an allowed state rules out a proof that there is none")
                        .isFinite();
            }
        }
    }

    @Test
    void meanFieldIsALowerBound() {
        Random random = new Random(11);
        int found = 0;
        for (int trial = 0; trial < 150; trial++) {
            FactorGraph graph = RandomGraphs.any(random, 6, 1, trial % 2 == 0 ? 0 : 0.2);
            RandomGraphs.Exact exact = RandomGraphs.enumerated(graph);
            Approximation mf = MeanField.run(graph, MeanField.Settings.usual());
            assertThat(mf.logZ()).isNotNaN().isLessThanOrEqualTo(exact.logZ() + 1e-10);
            found += mf.logZ() > NONE == exact.logZ() > NONE ? 1 : 0;
            for (double[] m : mf.marginals()) {
                assertThat(Arrays.stream(m).sum()).isCloseTo(1, within(1e-12));
            }
        }
        assertThat(found).as("where there is an allowed state, it is found").isEqualTo(150);
    }

    /** With factors of single variables alone the product is the distribution itself. */
    @Test
    void meanFieldIsExactForIndependentVariables() {
        Random random = new Random(12);
        int[] sizes = {3, 2, 1, 5};
        FactorGraph graph = FactorGraph.of(
                sizes,
                List.of(
                        RandomGraphs.factor(random, sizes, new int[] {0}, 0),
                        RandomGraphs.factor(random, sizes, new int[] {3}, 0.3),
                        RandomGraphs.factor(random, sizes, new int[] {2}, 0),
                        RandomGraphs.factor(random, sizes, new int[0], 0)));
        RandomGraphs.Exact exact = RandomGraphs.enumerated(graph);
        Approximation mf = MeanField.run(graph, MeanField.Settings.usual());
        assertThat(mf.converged()).isTrue();
        assertThat(mf.logZ()).isCloseTo(exact.logZ(), within(1e-12));
        for (int i = 0; i < sizes.length; i++) {
            assertThat(mf.marginals()[i]).containsExactly(exact.marginals()[i], within(1e-12));
        }
    }

    /** A ring of 30 variables that must all differ from their neighbours by one step upwards: 3 states in 3^30. */
    @Test
    void repairFindsOneOfThreeStates() {
        int n = 30;
        int[] sizes = new int[n];
        Arrays.fill(sizes, 3);
        double[] up = {NONE, 0, NONE, NONE, NONE, 0, 0, NONE, NONE};
        List<Factor> factors = IntStream.range(0, n)
                .mapToObj(i -> Factor.of(new int[] {i, (i + 1) % n}, new int[] {3, 3}, up))
                .toList();
        FactorGraph ring = FactorGraph.of(sizes, factors);
        int[] x = AllowedState.find(ring, new SplittableRandom(1)).orElseThrow();
        assertThat(ring.logDensity(x)).isZero();
    }
}
