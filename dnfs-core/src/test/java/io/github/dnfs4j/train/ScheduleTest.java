package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private final TrainSettings settings = TrainSettings.DEFAULT;
    private final Schedule schedule = new Schedule(settings);

    @Test
    void rateWarmsUpToItsPeakAndDecaysToItsFinalShare() {
        double peak = settings.learningRate();
        assertThat(schedule.learningRate(0)).isBetween(0.0, peak / 10);
        assertThat(schedule.learningRate(settings.warmup())).isCloseTo(peak, within(1e-12));
        assertThat(schedule.learningRate(1)).isCloseTo(peak * settings.finalRate(), within(1e-12));
        double last = peak;
        for (double p = settings.warmup(); p <= 1; p += 0.01) {
            assertThat(schedule.learningRate(p)).isLessThanOrEqualTo(last + 1e-15);
            last = schedule.learningRate(p);
        }
    }

    @Test
    void horizonGrowsFromItsStartToTheWholeGrid() {
        assertThat(schedule.gridSteps(0)).isEqualTo((int) Math.round(settings.horizonStart() * settings.timeSteps()));
        assertThat(schedule.gridSteps(settings.horizonGrowth())).isEqualTo(settings.timeSteps());
        assertThat(schedule.gridSteps(1)).isEqualTo(settings.timeSteps());
        for (double p = 0; p < 1; p += 0.01) {
            assertThat(schedule.gridSteps(p + 0.01)).isGreaterThanOrEqualTo(schedule.gridSteps(p));
        }
    }

    @Test
    void pathsKeepThePaceOfTheSettings() {
        TrainSettings paced = SettingsFile.of(Tiny.run(1))
                .set("train.pace", "[0, 0.8, 1]")
                .settings()
                .train();
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            assertThat(new Schedule(paced).grid(8, rng).times())
                    .containsExactly(new double[] {0, 0.2, 0.4, 0.6, 0.8, 0.85, 0.9, 0.95, 1}, within(1e-12));
            assertThat(new Schedule(paced).grid(5, rng).times())
                    .containsExactly(new double[] {0, 0.2, 0.4, 0.6, 0.8, 0.85}, within(1e-12));
        }
        assertThatThrownBy(() -> SettingsFile.of(Tiny.run(1))
                        .set("train.pace", "[0, 0.8]")
                        .settings())
                .hasMessageContaining("from 0 to 1");
    }
}
