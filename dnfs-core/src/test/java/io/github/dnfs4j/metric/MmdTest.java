package io.github.dnfs4j.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class MmdTest {
    private static final int N = 60;
    private static final int D = 5;

    private static double kernel(long[] a, int i, long[] b, int j) {
        int differ = 0;
        for (int k = 0; k < D; k++) {
            differ += a[i * D + k] == b[j * D + k] ? 0 : 1;
        }
        return Math.exp(-0.1 * differ);
    }

    @Test
    void valueIsTheSumOverPairs() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU)) {
            Tensor x = rng.integers(3, N, D);
            Tensor y = rng.integers(2, N, D);
            long[] a = Tensors.longs(x);
            long[] b = Tensors.longs(y);
            double sum = 0;
            for (int i = 0; i < N; i++) {
                for (int j = 0; j < N; j++) {
                    sum += i == j
                            ? 0
                            : kernel(a, i, a, j) + kernel(b, i, b, j) - kernel(a, i, b, j) - kernel(b, i, a, j);
                }
            }
            assertThat(Mmd.of(x, y).value()).isCloseTo(sum / (N * (N - 1)), within(1e-9));
        }
    }

    /** For equal laws and for different ones the standard error is the spread over repetitions. */
    @Test
    void standardErrorIsTheSpread() {
        for (int states : new int[] {2, 3}) {
            double[] values = new double[120];
            double claimed = 0;
            try (Rng rng = Rng.seeded(2, Device.CPU)) {
                for (int k = 0; k < values.length; k++) {
                    try (Scope scope = Scope.open()) {
                        Estimate e = Mmd.of(rng.integers(states, N, D), rng.integers(2, N, D));
                        values[k] = e.value();
                        claimed += e.standardError() / values.length;
                    }
                }
            }
            assertThat(Math.sqrt(Statistics.variance(values)) / claimed).isBetween(0.75, 1.3);
            if (states == 2) {
                assertThat(Statistics.mean(values)).isCloseTo(0, within(4 * claimed / Math.sqrt(values.length)));
            }
        }
    }

    @Test
    void samplesOfDifferentSizeAreRefused() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(3, Device.CPU)) {
            assertThatIllegalArgumentException().isThrownBy(() -> Mmd.of(rng.integers(2, 5, 4), rng.integers(2, 6, 4)));
        }
    }
}
