package io.github.dnfs4j.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MiniBucketsTest {
    /** The less memory, the looser; with enough of it, log Z itself. */
    @Test
    void neverBelowTheSumOverAllStates() {
        Random random = new Random(6);
        int loose = 0;
        for (int trial = 0; trial < 200; trial++) {
            FactorGraph graph = RandomGraphs.any(random, 7, 1, trial % 4 == 0 ? 0.4 : 0.1);
            double logZ = RandomGraphs.enumerated(graph).logZ();
            for (int largest : new int[] {1, 16, 128}) {
                double bound = MiniBuckets.upperBound(graph, largest);
                assertThat(bound).isGreaterThanOrEqualTo(logZ - 1e-9);
                loose += bound > logZ + 1e-3 ? 1 : 0;
            }
            assertThat(MiniBuckets.upperBound(graph, 1 << 20))
                    .isCloseTo(logZ, within(logZ == Double.NEGATIVE_INFINITY ? 0 : 1e-9));
        }
        assertThat(loose).isGreaterThan(100);
    }

    @Test
    void aGridWithinAFewPerCent() {
        FactorGraph graph = RandomGraphs.grid(new Random(7), 6);
        double exact = VariableElimination.of(graph).orElseThrow().logZ();
        assertThat(MiniBuckets.upperBound(graph, 1024)).isBetween(exact, exact * 1.05);
    }
}
