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

    /** The next horizon after a round of this mean loss. */
    private static int next(Horizon horizon, double progress, double loss) {
        horizon.hear(loss + 1);
        horizon.hear(Double.NaN);
        horizon.hear(loss - 1);
        return horizon.next(progress);
    }

    @Test
    void theAdaptiveOneGrowsWhenTheLossNoLongerFalls() {
        try (Horizon horizon = Horizon.adaptive(SETTINGS)) {
            assertThat(horizon.next(0)).as("before any loss").isEqualTo(first());
            assertThat(next(horizon, 0, 10)).isEqualTo(first());
            assertThat(next(horizon, 0, 5)).isEqualTo(first());
            assertThat(next(horizon, 0, 4.9)).isEqualTo(first() + 1);
            assertThat(next(horizon, 0, 20))
                    .as("the first loss there is to be beaten")
                    .isEqualTo(first() + 1);
            assertThat(next(horizon, 0, 20)).isEqualTo(first() + 2);
        }
    }

    @Test
    void itReachesTheEndWhateverTheLossDoes() {
        try (Horizon falling = Horizon.adaptive(SETTINGS)) {
            int before = 0;
            for (int k = 0; k <= 100; k++) {
                int steps = next(falling, k / 100.0, Math.pow(0.5, k));
                assertThat(steps).isBetween(before, SETTINGS.paths().timeSteps());
                before = steps;
            }
            assertThat(before).isEqualTo(SETTINGS.paths().timeSteps());
        }
    }

    @Test
    void theAdaptiveOneGoesOnFromItsMemory() {
        double[] losses = {10, 5, 4.9, 8, 4, 2, 2.1, 3, 1};
        for (int cut = 0; cut < losses.length; cut++) {
            try (Horizon whole = Horizon.adaptive(SETTINGS);
                    Horizon first = Horizon.adaptive(SETTINGS);
                    Horizon second = Horizon.adaptive(SETTINGS)) {
                for (int k = 0; k < losses.length; k++) {
                    whole.hear(losses[k]);
                    (k <= cut ? first : second).hear(losses[k]);
                    if (k == cut) { // in the middle of a round, after its loss was heard
                        second.memory().copy_(first.memory());
                        second.restore();
                    }
                    assertThat((k < cut ? first : second).next(0)).isEqualTo(whole.next(0));
                }
            }
        }
    }

    @Test
    void theLinearOneGrowsFromItsStartToTheWholeGrid() {
        TrainSettings settings = TrainSettings.DEFAULT;
        int all = settings.paths().timeSteps();
        try (Horizon linear = Horizon.linear(settings)) {
            assertThat(next(linear, 0, 3))
                    .isEqualTo((int) Math.round(settings.horizon().start() * all));
            assertThat(next(linear, settings.horizon().growth() / 2, 3))
                    .isEqualTo((int) Math.round((1 + settings.horizon().start()) / 2 * all));
            assertThat(next(linear, settings.horizon().growth(), 3)).isEqualTo(all);
            assertThat(next(linear, 1, 3)).isEqualTo(all);
            for (double p = 0; p < 1; p += 0.01) {
                assertThat(linear.next(p + 0.01)).isGreaterThanOrEqualTo(linear.next(p));
            }
        }
    }
}
