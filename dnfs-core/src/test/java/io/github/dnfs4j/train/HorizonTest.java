package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.settings.TrainSettings;
import org.junit.jupiter.api.Test;

class HorizonTest {

    private static final TrainSettings SETTINGS = Tiny.train(100);

    private static int first() {
        return Math.max(1, (int)
                Math.round(SETTINGS.horizon().start() * SETTINGS.paths().timeSteps()));
    }

    @Test
    void theAdaptiveOneGrowsWhenTheLossNoLongerFalls() {
        Horizon horizon = Horizon.adaptive(SETTINGS);
        assertThat(horizon.steps(0, Double.NaN)).isEqualTo(first());
        assertThat(horizon.steps(0, 10)).isEqualTo(first());
        assertThat(horizon.steps(0, 5)).isEqualTo(first());
        assertThat(horizon.steps(0, 4.9)).isEqualTo(first() + 1);
        assertThat(horizon.steps(0, 20))
                .as("the first loss there is to be beaten")
                .isEqualTo(first() + 1);
        assertThat(horizon.steps(0, 20)).isEqualTo(first() + 2);
    }

    @Test
    void itReachesTheEndWhateverTheLossDoes() {
        Horizon falling = Horizon.adaptive(SETTINGS);
        int before = 0;
        for (int k = 0; k <= 100; k++) {
            int steps = falling.steps(k / 100.0, Math.pow(0.5, k));
            assertThat(steps).isBetween(before, SETTINGS.paths().timeSteps());
            before = steps;
        }
        assertThat(before).isEqualTo(SETTINGS.paths().timeSteps());
    }

    @Test
    void theAdaptiveOneGoesOnFromItsMemory() {
        double[] losses = {Double.NaN, 10, 5, 4.9, 8, 4, 2, 2.1, 3, 1};
        for (int cut = 0; cut < losses.length; cut++) {
            Horizon whole = Horizon.adaptive(SETTINGS);
            Horizon first = Horizon.adaptive(SETTINGS);
            Horizon second = Horizon.adaptive(SETTINGS);
            for (int k = 0; k < losses.length; k++) {
                if (k == cut) {
                    second.restore(first.state());
                }
                assertThat((k < cut ? first : second).steps(0, losses[k])).isEqualTo(whole.steps(0, losses[k]));
            }
        }
    }

    @Test
    void theLinearOneIsThatOfTheSchedule() {
        Horizon linear = Horizon.linear(SETTINGS);
        for (double p = 0; p <= 1; p += 0.1) {
            assertThat(linear.steps(p, 3)).isEqualTo(new Schedule(SETTINGS).gridSteps(p));
        }
    }
}
