package io.github.dnfs4j.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class RngTest {
    /** One draw of each kind, an odd count of normals among them: generators keep the second of a pair. */
    private static double[] draws(Rng rng) {
        try (Scope scope = Scope.open()) {
            return Tensors.doubles(Ops.cat(
                    0,
                    rng.uniform(20),
                    rng.normal(17).to(ScalarType.Double),
                    rng.integers(1000, 20).to(ScalarType.Double),
                    Tensors.full(rng.uniform(), Device.CPU, 1)));
        }
    }

    @Test
    void sameSeedSameBits() {
        for (long seed : new long[] {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE}) {
            try (Rng a = Rng.seeded(seed, Device.CPU);
                    Rng b = Rng.seeded(seed, Device.CPU);
                    Rng other = Rng.seeded(seed ^ 2, Device.CPU)) {
                double[] first = draws(a);
                assertThat(draws(b)).containsExactly(first);
                assertThat(draws(other)).isNotEqualTo(first);
                assertThat(draws(a)).isNotEqualTo(first).containsExactly(draws(b));
            }
        }
    }

    @Test
    void aRestoredStreamGoesOnAsTheSavedOne() {
        try (Rng rng = Rng.seeded(3, Device.CPU);
                Rng other = Rng.seeded(4, Device.CPU)) {
            for (int k = 0; k < 5; k++) {
                draws(rng);
                byte[] state = rng.state();
                assertThat(rng.state()).containsExactly(state);
                double[] next = draws(rng);
                double[] afterwards = draws(rng);
                other.restore(state);
                assertThat(draws(other)).containsExactly(next);
                assertThat(draws(other)).containsExactly(afterwards);
                rng.restore(state);
                assertThat(draws(rng)).containsExactly(next);
            }
        }
    }

    /** Where the state lies in a damaged file. */
    @Test
    void aStateOfAnotherSizeIsRefused() {
        try (Rng rng = Rng.seeded(3, Device.CPU)) {
            int size = rng.state().length;
            for (int other : new int[] {0, size - 1, size + 45}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> rng.restore(new byte[other]))
                        .withMessage("a random stream has a state of %d bytes, not %d", size, other);
            }
        }
    }

    @Test
    void twoStreamsDoNotDisturbEachOther() {
        try (Rng alone = Rng.seeded(5, Device.CPU);
                Rng rng = Rng.seeded(5, Device.CPU);
                Rng noise = Rng.seeded(6, Device.CPU)) {
            draws(alone);
            draws(rng);
            draws(noise);
            assertThat(draws(rng)).containsExactly(draws(alone));
        }
    }

    @Test
    void splitStreamsAreReproducibleAndUncorrelated() {
        try (Rng a = Rng.seeded(7, Device.CPU);
                Rng b = Rng.seeded(7, Device.CPU);
                Rng first = a.split();
                Rng second = a.split();
                Rng again = b.split();
                Scope scope = Scope.open()) {
            int n = 100_000;
            double[] u = Tensors.doubles(first.uniform(n));
            assertThat(Arrays.equals(Tensors.doubles(again.uniform(n)), u)).isTrue();
            for (Rng other : new Rng[] {second, a}) {
                double[] v = Tensors.doubles(other.uniform(n));
                double covariance = 0;
                for (int k = 0; k < n; k++) {
                    covariance += (u[k] - 0.5) * (v[k] - 0.5) / n;
                }
                // Standard deviation 1 / (12 sqrt n).
                assertThat(covariance * 12 * Math.sqrt(n)).isBetween(-4.0, 4.0);
            }
        }
    }

    @Test
    void integersAreUniformBelowTheirBound() {
        try (Rng rng = Rng.seeded(8, Device.CPU);
                Scope scope = Scope.open()) {
            for (int bound : new int[] {1, 2, 3, 10}) {
                int n = 60_000;
                double[] counts = new double[bound];
                for (long v : Tensors.longs(rng.integers(bound, n))) {
                    counts[(int) v]++;
                }
                double mean = (double) n / bound;
                double chi = Arrays.stream(counts)
                        .map(c -> (c - mean) * (c - mean) / mean)
                        .sum();
                // Mean bound - 1, variance twice that.
                assertThat(chi).isLessThanOrEqualTo(bound - 1 + 5 * Math.sqrt(2.0 * (bound - 1)));
            }
            assertThat(rng.integers(3, 2, 0).numel()).isZero();
        }
    }

    @Test
    void uniformsLieInTheHalfOpenInterval() {
        try (Rng rng = Rng.seeded(9, Device.CPU);
                Scope scope = Scope.open()) {
            int n = 1_000_000;
            double[] u = Tensors.doubles(rng.uniform(n));
            Arrays.sort(u);
            assertThat(u[0]).isBetween(0.0, 1e-4);
            assertThat(u[n - 1]).isGreaterThan(1 - 1e-4).isLessThan(1);
            // Kolmogorov-Smirnov at 99.99 %.
            for (int k = 0; k < n; k += 997) {
                assertThat(u[k]).isCloseTo((k + 0.5) / n, within(2.23 / Math.sqrt(n)));
            }
            // 53 bits: in fp32 a million draws would meet each other 30,000 times.
            assertThat(Arrays.stream(u).distinct().count()).isGreaterThan(n - 5);
        }
    }

    @Test
    void normalsHaveTheirMoments() {
        try (Rng rng = Rng.seeded(10, Device.CPU);
                Scope scope = Scope.open()) {
            int n = 200_000;
            double[] z = Tensors.doubles(rng.normal(n));
            double[] moments = {0, 1, 0, 3};
            double[] variances = {1, 2, 15, 96};
            for (int m = 1; m <= 4; m++) {
                int power = m;
                double mean =
                        Arrays.stream(z).map(v -> Math.pow(v, power)).average().orElseThrow();
                assertThat(mean).isCloseTo(moments[m - 1], within(4 * Math.sqrt(variances[m - 1] / n)));
            }
            assertThat(rng.normal(2).scalar_type().intern()).isEqualTo(ScalarType.Float);
        }
    }
}
