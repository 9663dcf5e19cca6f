package io.github.dnfs4j.experiment.ebm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EbmTrajectoryTest {
    /** Five stops from the first to the last time, each as near to its quarter as the steps allow. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 16, 30, 64, 65})
    void everyNumberOfStepsHasAllStops(int steps) {
        assertThat(EbmTrajectory.step(0, steps)).isZero();
        assertThat(EbmTrajectory.step(4, steps)).isEqualTo(steps);
        for (int stop = 0; stop <= 4; stop++) {
            assertThat(Math.abs(EbmTrajectory.step(stop, steps) - stop * steps / 4.0))
                    .isLessThanOrEqualTo(0.5);
        }
    }
}
