package io.github.dnfs4j.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FactorGraphTest {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    @Test
    void theLastVariableOfAScopeRunsFastest() {
        Factor f = Factor.of(new int[] {2, 0}, new int[] {2, 3}, new double[] {0, 1, 2, 10, 11, 12});
        FactorGraph graph = FactorGraph.of(new int[] {3, 2, 2}, List.of(f));
        assertThat(graph.logDensity(new int[] {1, 0, 1})).isEqualTo(11);
        assertThat(graph.logDensity(new int[] {2, 1, 0})).isEqualTo(2);
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Factor.of(new int[] {1, 1}, new int[] {2, 2}, new double[4]));
        assertThatIllegalArgumentException().isThrownBy(() -> Factor.of(new int[] {1}, new int[] {2}, new double[3]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Factor.of(new int[] {0}, new int[] {2}, new double[] {0, Double.NaN}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Factor.of(new int[] {0}, new int[] {2}, new double[] {0, Double.POSITIVE_INFINITY}));
        Factor f = Factor.of(new int[] {1}, new int[] {2}, new double[] {0, NONE});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FactorGraph.of(new int[] {2, 3}, List.of(f)))
                .withMessage("variable 1 has 3 states, but 2 in a factor of it");
        assertThatIllegalArgumentException().isThrownBy(() -> FactorGraph.of(new int[] {2}, List.of(f)));
        assertThatIllegalArgumentException().isThrownBy(() -> FactorGraph.of(new int[] {0}, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> FactorGraph.of(new int[] {256}, List.of()));
        FactorGraph graph = FactorGraph.of(new int[] {1, 2}, List.of(f));
        assertThatThrownBy(() -> graph.logDensity(new int[] {0, 2})).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> graph.condition(new int[] {1, -1})).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void mergedFactorsHaveTheSameProductAndDifferentScopes() {
        Random random = new Random(1);
        for (int trial = 0; trial < 50; trial++) {
            FactorGraph graph = RandomGraphs.any(random, 4, 1, 0.1);
            FactorGraph merged = graph.merged();
            assertThat(merged.factors().stream()
                            .map(f -> Arrays.stream(f.scope()).sorted().boxed().toList()))
                    .doesNotHaveDuplicates();
            int[] x = new int[graph.variables()];
            do {
                assertSame(merged.logDensity(x), graph.logDensity(x));
            } while (RandomGraphs.next(x, graph.sizes()));
        }
    }

    @Test
    void givenEvidenceTheDensityIsThatOfTheCompletedState() {
        Random random = new Random(2);
        for (int trial = 0; trial < 50; trial++) {
            FactorGraph graph = RandomGraphs.any(random, 6, 1, 0.1);
            int[] evidence = graph.nothingObserved();
            for (int i = 0; i < evidence.length; i++) {
                evidence[i] = random.nextInt(3) == 0 ? random.nextInt(graph.size(i)) : FactorGraph.FREE;
            }
            Conditioned given = graph.condition(evidence);
            int[] x = new int[given.graph().variables()];
            do {
                int[] all = given.complete(x);
                for (int i = 0; i < all.length; i++) {
                    assertThat(evidence[i]).isIn(FactorGraph.FREE, all[i]);
                }
                for (int k = 0; k < x.length; k++) {
                    assertThat(all[given.kept()[k]]).isEqualTo(x[k]);
                    assertThat(given.graph().size(k)).isGreaterThan(1);
                }
                assertSame(given.graph().logDensity(x), graph.logDensity(all));
            } while (RandomGraphs.next(x, given.graph().sizes()));
        }
    }

    @Test
    void namesFollowTheVariables() {
        FactorGraph graph = FactorGraph.of(new int[] {2, 1, 3}, List.of())
                .named(List.of("a", "b", "c"), List.of(List.of("no", "yes"), List.of("it"), List.of("x", "y", "z")));
        FactorGraph rest = graph.condition(new int[] {1, -1, -1}).graph();
        assertThat(rest.name(0)).isEqualTo("c");
        assertThat(rest.stateName(0, 2)).isEqualTo("z");
        assertThat(FactorGraph.of(new int[] {2}, List.of()).stateName(0, 1)).isEqualTo("1");
        assertThatIllegalArgumentException().isThrownBy(() -> graph.named(List.of("a"), List.of()));
    }

    @Test
    void neighboursShareAFactor() {
        int[] sizes = {2, 2, 2, 2};
        Random random = new Random(3);
        FactorGraph graph = FactorGraph.of(
                sizes,
                List.of(
                        RandomGraphs.factor(random, sizes, new int[] {3, 0, 1}, 0),
                        RandomGraphs.factor(random, sizes, new int[] {1, 0}, 0)));
        assertThat(graph.neighbours()).isDeepEqualTo(new int[][] {{1, 3}, {0, 3}, {}, {0, 1}});
    }

    private static void assertSame(double is, double expected) {
        if (expected == NONE) {
            assertThat(is).isEqualTo(NONE);
        } else {
            assertThat(is).isCloseTo(expected, within(1e-12));
        }
    }
}
