package io.github.dnfs4j.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.ExactValues;
import io.github.dnfs4j.metric.Kaufman;
import io.github.dnfs4j.settings.TargetKinds;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FactorisedTest {
    private static double logDensity(Target target, int[] x) {
        byte[] bytes = new byte[x.length];
        for (int i = 0; i < x.length; i++) {
            bytes[i] = (byte) x[i];
        }
        try (Scope scope = Scope.open()) {
            return Tensors.doubles(
                    target.logDensity(Tensors.of(bytes, Device.CPU, 1, x.length).to(ScalarType.Long)))[0];
        }
    }

    private static void assertSame(Target target, FactorGraph graph, Random random) {
        for (int trial = 0; trial < 20; trial++) {
            int[] x = Arrays.stream(graph.sizes()).map(random::nextInt).toArray();
            assertThat(graph.logDensity(x)).isCloseTo(logDensity(target, x), within(1e-4));
        }
    }

    /** Constants count as well: log Z is that of the target. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ising:side=4,sigma=0.3",
                "ising:side=3,sigma=0.2,field=0.4",
                "ising:side=4,bonds=pm,bondSeed=3,sigma=0.5,boundary=free",
                "potts:side=3,states=4,beta=0.7",
                "sk:sites=7,beta=1.3"
            })
    void pairsHaveTheDensityOfTheirTarget(String name) throws IOException {
        Target target = TargetKinds.parse(name).build();
        assertSame(target, Factorised.of(target).orElseThrow(), new Random(1));
    }

    /** What a model forbids is a penalty to samplers, and so it is here. */
    @Test
    void aModelIsTheOneThatSamplersSee() {
        Random random = new Random(2);
        FactorGraph graph = RandomGraphs.any(random, 8, 2, 0.3);
        FactorTarget target = FactorTarget.of(graph, 5);
        FactorGraph soft = Factorised.of(target).orElseThrow();
        assertSame(target, soft, random);
        assertThat(soft.factors()).allSatisfy(f -> assertThat(f.logTable()).doesNotContain(Double.NEGATIVE_INFINITY));
    }

    @Test
    void eliminationOnATorusIsKaufmansFormula() {
        VariableElimination all = VariableElimination.of(
                        Factorised.of(Ising.lattice(6, 0.2, 0)).orElseThrow())
                .orElseThrow();
        ExactValues formula = Kaufman.of(6, 6, 0.2);
        assertThat(all.logZ()).isCloseTo(formula.logZ(), within(1e-5));
        assertThat(all.meanLogDensity()).isCloseTo(formula.meanLogDensity(), within(1e-4));
    }

    /** A glass of 36 spins has no formula and too many states to list. */
    @Test
    void aGlassIsKnownByElimination() throws IOException {
        Target glass =
                TargetKinds.parse("ising:side=6,bonds=pm,bondSeed=1,sigma=0.5").build();
        ExactValues known = ExactValues.of(glass).orElseThrow();
        assertThat(known.logZ())
                .isEqualTo(VariableElimination.of(Factorised.of(glass).orElseThrow())
                        .orElseThrow()
                        .logZ());
        // Between the energy of no order and that of the ground state, in units of a bond.
        assertThat(known.meanLogDensity()).isBetween(0.9 * 36, 1.6 * 36);
    }
}
