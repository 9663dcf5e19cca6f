package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private final TrainSettings settings = TrainSettings.DEFAULT;
    private final Schedule schedule = new Schedule(settings);

    @Test
    void rateWarmsUpToItsPeakAndDecaysToItsFinalShare() {
        double peak = settings.optimiser().learningRate();
        assertThat(schedule.learningRate(0)).isBetween(0.0, peak / 10);
        assertThat(schedule.learningRate(settings.optimiser().warmup())).isCloseTo(peak, within(1e-12));
        assertThat(schedule.learningRate(1))
                .isCloseTo(peak * settings.optimiser().finalRate(), within(1e-12));
        double last = peak;
        for (double p = settings.optimiser().warmup(); p <= 1; p += 0.01) {
            assertThat(schedule.learningRate(p)).isLessThanOrEqualTo(last + 1e-15);
            last = schedule.learningRate(p);
        }
    }

    /** Each rung has half of the rate of the one before, whatever the cosine says. */
    @Test
    void rateDropsAtEachRung() {
        SettingsFile<RunSettings> run = SettingsFile.of(Tiny.run(1));
        Schedule plain = new Schedule(run.settings().train());
        Schedule ladder = new Schedule(run.set("train.ladder", "[0.1, 0.2]")
                .set("train.ladderDrop", "0.5")
                .settings()
                .train());
        assertThat(ladder.learningRate(0.3)).isEqualTo(plain.learningRate(0.3));
        assertThat(ladder.learningRate(0.5)).isCloseTo(plain.learningRate(0.5) / 2, within(1e-15));
        assertThat(ladder.learningRate(0.9)).isCloseTo(plain.learningRate(0.9) / 4, within(1e-15));
    }

    /** Tiny settings have 8 steps on the whole of [0, 1]. */
    @Test
    void pathsStepEvenlyUpToTheirHorizon() {
        Schedule tiny = new Schedule(Tiny.train(1));
        try (Rng rng = Rng.seeded(1, Device.CPU);
                TimeDensity density = new TimeDensity()) {
            assertThat(tiny.grid(8, density, Ranks.ALONE, rng).times())
                    .containsExactly(new double[] {0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1}, within(1e-12));
            assertThat(tiny.grid(3, density, Ranks.ALONE, rng).times())
                    .containsExactly(new double[] {0, 0.125, 0.25, 0.375}, within(1e-12));
        }
    }
}
