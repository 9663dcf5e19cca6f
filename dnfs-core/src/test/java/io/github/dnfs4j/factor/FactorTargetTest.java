package io.github.dnfs4j.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.target.TargetCheck;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class FactorTargetTest {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    /** The density alone, so that everything else is the default. */
    private record Plain(FactorTarget target) implements Target {
        @Override
        public StateSpace space() {
            return target.space();
        }

        @Override
        public Tensor logDensity(Tensor x) {
            return target.logDensity(x);
        }
    }

    private static FactorGraph samplable(Random random, double forbidden) {
        FactorGraph graph = RandomGraphs.any(random, 8, 1, forbidden);
        return Arrays.stream(graph.sizes()).allMatch(s -> s == 1) ? samplable(random, forbidden) : graph;
    }

    private static int[] state(Tensor x, int row) {
        return Arrays.stream(Tensors.longs(x.select(0, row)))
                .mapToInt(v -> (int) v)
                .toArray();
    }

    @Test
    void densityIsThatOfTheGraphWhereItAllows() {
        Random random = new Random(21);
        int[] counts = new int[2];
        for (int trial = 0; trial < 40; trial++) {
            FactorGraph graph = samplable(random, trial % 2 == 0 ? 0 : 0.1);
            FactorTarget target = FactorTarget.of(graph);
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(trial, Device.CPU)) {
                int n = 50;
                Tensor x = target.space().uniform(n, rng);
                double[] u = Tensors.doubles(target.logDensity(x));
                long[] allowed = Tensors.longs(target.allowed(x).to(ScalarType.Long));
                for (int row = 0; row < n; row++) {
                    double expected = graph.logDensity(state(x, row));
                    counts[(int) allowed[row]]++;
                    assertThat(allowed[row]).isEqualTo(expected > NONE ? 1 : 0);
                    if (expected > NONE) {
                        assertThat(u[row]).isCloseTo(expected, within(1e-10));
                    } else {
                        assertThat(u[row]).isFinite();
                    }
                }
                assertThat(target.forbids())
                        .isEqualTo(graph.factors().stream()
                                .anyMatch(f -> Arrays.stream(f.logTable()).anyMatch(v -> v == NONE)));
            }
        }
        assertThat(counts[0]).isGreaterThan(100);
        assertThat(counts[1]).isGreaterThan(1000);
    }

    @Test
    void closedFormIsTheDefault() {
        Random random = new Random(22);
        for (int trial = 0; trial < 30; trial++) {
            ratiosAreTheDefaults(FactorTarget.of(samplable(random, 0.1)), trial);
        }
        ratiosAreTheDefaults(FactorTarget.of(star(40)), 99);
    }

    /** A hub with many factors and leaves with one: groups of different degrees. */
    private static FactorGraph star(int leaves) {
        Random random = new Random(23);
        int[] sizes = random.ints(leaves + 2, 2, 4).toArray();
        List<Factor> factors = new ArrayList<>();
        for (int i = 0; i < leaves; i++) {
            factors.add(RandomGraphs.factor(random, sizes, new int[] {i, leaves}, 0));
        }
        return FactorGraph.of(sizes, factors);
    }

    private static void ratiosAreTheDefaults(FactorTarget target, int seed) {
        Target plain = new Plain(target);
        StateSpace space = target.space();
        int s = space.states();
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(seed, Device.CPU)) {
            int n = 5;
            Tensor x = space.uniform(n, rng);
            double[] is = Tensors.doubles(target.logRatios(x));
            double[] expected = Tensors.doubles(plain.logRatios(x));
            for (int i = 0; i < space.sites(); i++) {
                double[] one = Tensors.doubles(target.logRatiosAt(x, i));
                for (int row = 0; row < n; row++) {
                    for (int a = 0; a < s; a++) {
                        int at = (row * space.sites() + i) * s + a;
                        double want = a < space.size(i) ? expected[at] : 0;
                        assertThat(is[at]).isCloseTo(want, within(1e-10));
                        assertThat(one[row * s + a]).isCloseTo(want, within(1e-10));
                    }
                }
            }
        }
    }

    @Test
    void targetsPassTheCheckOfTargets() {
        TargetCheck.of(FactorTarget.of(RandomGraphs.grid(new Random(24), 4)), Device.CPU);
        TargetCheck.of(FactorTarget.of(samplable(new Random(25), 0.3)), Device.CPU);
    }

    /** Enumerated with weight zero for what is forbidden, log Z and marginals are those of elimination. */
    @Test
    void weightsOfZeroMakeItTheModel() {
        Random random = new Random(26);
        int seen = 0;
        for (int trial = 0; trial < 10; trial++) {
            FactorGraph graph = samplable(random, 0.1);
            FactorTarget target = FactorTarget.of(graph, 3);
            if (!Enumeration.fits(target.space())) {
                continue;
            }
            VariableElimination exact = VariableElimination.of(graph).orElseThrow();
            Enumeration all = Enumeration.of(target);
            try (Scope scope = Scope.open()) {
                double[] u = all.logDensity();
                double[] allowed = Tensors.doubles(target.allowed(Enumeration.states(target.space())));
                double z = 0;
                double larger = 0;
                for (int k = 0; k < u.length; k++) {
                    z += allowed[k] * Math.exp(u[k]);
                    larger += Math.exp(u[k]);
                }
                seen += larger > z && exact.logZ() > NONE ? 1 : 0;
                if (exact.logZ() > NONE) {
                    assertThat(Math.log(z)).isCloseTo(exact.logZ(), within(1e-9));
                } else {
                    assertThat(z).isZero();
                }
                assertThat(all.logZ()).isCloseTo(Math.log(larger), within(1e-9));
            }
        }
        assertThat(seen).isGreaterThan(3);
    }

    @Test
    void forbiddenEntriesLieBelowTheSmallestAllowed() {
        Factor f = Factor.of(new int[] {0}, new int[] {3}, new double[] {2, -1, NONE});
        FactorTarget target = FactorTarget.of(FactorGraph.of(new int[] {3}, List.of(f)), 5);
        try (Scope scope = Scope.open()) {
            Tensor x = Tensors.of(new long[] {0, 1, 2}, Device.CPU, 3, 1);
            assertThat(Tensors.doubles(target.logDensity(x))).containsExactly(2, -1, -6);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> FactorTarget.of(target.graph(), 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FactorTarget.of(FactorGraph.of(new int[] {1}, List.of())))
                .withMessage("there is nothing to sample: no variable has two states");
    }

    @Test
    void distancesAreThoseOfTheGraph() {
        FactorGraph graph = star(3);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU)) {
            FactorTarget target = FactorTarget.of(graph);
            Tensor x = target.space().uniform(2, rng);
            Tensor distances = target.structure().distances(x);
            assertThat(Tensors.shape(distances)).containsExactly(2, 5, 5);
            assertThat(Tensors.longs(distances.select(0, 1)))
                    .containsExactly(
                            0, 2, 2, 1, 255, 2, 0, 2, 1, 255, 2, 2, 0, 1, 255, 1, 1, 1, 0, 255, 255, 255, 255, 255, 0);
        }
    }

    @Test
    void largeBatchesAreCutAndJoined() {
        FactorTarget target = FactorTarget.of(RandomGraphs.grid(new Random(27), 20));
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(2, Device.CPU)) {
            int n = 1501;
            Tensor x = target.space().uniform(n, rng);
            Tensor all = target.logRatios(x);
            for (int row : new int[] {0, 700, 1500}) {
                assertThat(Tensors.doubles(all.select(0, row)))
                        .containsExactly(Tensors.doubles(target.logRatios(x.narrow(0, row, 1))), within(1e-12));
            }
        }
    }
}
