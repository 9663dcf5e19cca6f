package io.github.dnfs4j.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Groups are drawn anew as one alone would be, and only those whose ESS is low. */
class GroupResamplingTest {
    private static final int SIZE = 5;

    @Test
    void everyGroupIsDrawnAsOnItsOwn() {
        Random random = new Random(4);
        int groups = 300;
        double[] logw = new double[groups * SIZE];
        double[] u = new double[groups];
        for (int k = 0; k < logw.length; k++) {
            boolean dead = random.nextInt(6) == 0 && k % SIZE != 2;
            logw[k] = dead ? Double.NEGATIVE_INFINITY : 1000 * (k / SIZE) + 2 * random.nextGaussian();
        }
        Arrays.setAll(u, g -> random.nextDouble());
        int drawn = 0;
        try (Scope scope = Scope.open()) {
            Resampling redraw = Resampling.of(
                    Tensors.of(logw, Device.CPU, logw.length), SIZE, 0.5, Tensors.of(u, Device.CPU, groups, 1));
            long[] index = Tensors.longs(redraw.index());
            double[] exact = Tensors.doubles(redraw.exact());
            double[] shift = Tensors.doubles(redraw.shift());
            for (int g = 0; g < groups; g++) {
                double[] own = Arrays.copyOfRange(logw, g * SIZE, (g + 1) * SIZE);
                boolean low = Weights.ess(own) < 0.5;
                drawn += low ? 1 : 0;
                int[] expected = low ? Resampling.systematic(own, SIZE, u[g]) : new int[] {0, 1, 2, 3, 4};
                for (int k = 0; k < SIZE; k++) {
                    int at = g * SIZE + k;
                    assertThat(index[at]).as("group %d pick %d", g, k).isEqualTo(g * SIZE + expected[k]);
                    double weight = low ? Weights.logMean(own) : own[k];
                    assertThat(exact[at]).isCloseTo(weight, within(1e-9));
                    // A path without weight in a group that stays must not turn into NaN.
                    assertThat(shift[at]).isCloseTo(low ? weight - own[expected[k]] : 0, within(1e-9));
                }
            }
        }
        assertThat(drawn).isBetween(groups / 4, 3 * groups / 4);
    }
}
