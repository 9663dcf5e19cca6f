package io.github.dnfs4j.infer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.factor.Conditioned;
import io.github.dnfs4j.factor.EliminationOrder;
import io.github.dnfs4j.factor.Factor;
import io.github.dnfs4j.factor.FactorGraph;
import io.github.dnfs4j.factor.VariableElimination;
import io.github.dnfs4j.train.TrainListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InferenceTest {
    private static final Inference EXACT = new Inference(Inference.Settings.DEFAULT);
    private static final Inference SAMPLED = new Inference(new Inference.Settings(1, 60, 3000, 8, Optional.empty(), 1));

    /** Variables of 1 to 4 states, pairs and triples, a tenth of the entries forbidden, one variable observed. */
    private static Conditioned random(long seed) {
        Random random = new Random(seed);
        int n = 6;
        int[] sizes = random.ints(n, 1, 5).toArray();
        sizes[0] = 3;
        List<Factor> factors = new ArrayList<>();
        for (int f = 0; f < n; f++) {
            int[] scope = random.ints(0, n).distinct().limit(2 + f % 2).toArray();
            int[] shape = Arrays.stream(scope).map(v -> sizes[v]).toArray();
            double[] log = new double[(int) Factor.entries(shape)];
            Arrays.setAll(
                    log,
                    k -> k > 0 && random.nextInt(10) == 0 ? Double.NEGATIVE_INFINITY : 0.8 * random.nextGaussian());
            factors.add(Factor.of(scope, shape, log));
        }
        int[] observed = new int[n];
        Arrays.fill(observed, FactorGraph.FREE);
        observed[1] = 0;
        return FactorGraph.of(sizes, factors).condition(observed);
    }

    /** The weights of a network that hardly learnt are wide, and right. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void samplesSayWhatEliminationSays(long seed) {
        Conditioned model = random(seed);
        VariableElimination exact =
                VariableElimination.of(model, EliminationOrder.Limit.usual()).orElseThrow();
        Answer a = SAMPLED.answer(model, new TrainListener() {}, () -> false);
        assertThat(a.logZ().exact()).isFalse();
        assertThat(a.logZ().value()).isCloseTo(exact.logZ(), within(5 * a.logZ().standardError() + 1e-9));
        assertThat(a.logZ().standardError()).isLessThan(0.2);
        double[][] marginals = exact.marginals();
        for (int i = 0; i < marginals.length; i++) {
            for (int v = 0; v < marginals[i].length; v++) {
                assertThat(a.marginals()[i][v])
                        .as("variable %d, value %d", i, v)
                        .isCloseTo(marginals[i][v], within(5 * a.marginalErrors()[i][v] + 1e-3));
            }
        }
        assertThat(a.marginals()[1][0]).isEqualTo(1);
        Answer.Best best = Objects.requireNonNull(a.best());
        assertThat(best.logDensity())
                .isLessThanOrEqualTo(exact.mostProbable().orElseThrow().logDensity() + 1e-9);
        assertThat(best.logDensity()).isGreaterThan(Double.NEGATIVE_INFINITY);
    }

    /** One in a million, which 3000 samples do not meet, is not 0 with an error of 0. */
    @Test
    void aRareValueHasAnError() {
        double rare = 1e-6;
        FactorGraph graph = FactorGraph.of(
                new int[] {2, 2},
                List.of(
                        Factor.of(new int[] {0}, new int[] {2}, new double[] {0, Math.log(rare)}),
                        Factor.of(new int[] {1}, new int[] {2}, new double[] {0.3, 0})));
        Answer a = SAMPLED.answer(graph.condition(graph.nothingObserved()), new TrainListener() {}, () -> false);
        double error = a.marginalErrors()[0][1];
        assertThat(error).isBetween(1e-4, 2e-3);
        assertThat(a.marginals()[0][1]).isCloseTo(rare, within(4 * error));
        // Of what many samples have it is the usual error.
        double p = a.marginals()[1][0];
        assertThat(a.marginalErrors()[1][0]).isBetween(0.9 * Math.sqrt(p * (1 - p) / 3000), 3 * Math.sqrt(p / 3000));
    }

    @Test
    void whatFitsIntoMemoryIsExact() {
        Conditioned model = random(1);
        assertThat(EXACT.exact(model)).isTrue();
        assertThat(SAMPLED.exact(model)).isFalse();
        Answer a = EXACT.answer(model, new TrainListener() {}, () -> false);
        assertThat(a.logZ().exact()).isTrue();
        assertThat(a.logZ().standardError()).isZero();
        assertThat(a.samples()).isZero();
        for (double[] one : a.marginals()) {
            assertThat(Arrays.stream(one).sum()).isCloseTo(1, within(1e-12));
        }
    }

    /** Nothing is left to sample where all is observed. */
    @Test
    void aModelWithoutFreeVariablesIsExactAnyway() {
        FactorGraph graph =
                FactorGraph.of(new int[] {2}, List.of(Factor.of(new int[] {0}, new int[] {2}, new double[] {-1, -3})));
        Answer a = SAMPLED.answer(graph.condition(new int[] {1}), new TrainListener() {}, () -> false);
        assertThat(a.logZ().exact()).isTrue();
        assertThat(a.logZ().value()).isEqualTo(-3);
        assertThat(a.marginals()).isDeepEqualTo(new double[][] {{0, 1}});
    }
}
