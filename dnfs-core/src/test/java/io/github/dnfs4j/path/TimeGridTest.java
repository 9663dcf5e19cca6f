package io.github.dnfs4j.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class TimeGridTest {
    private static final Offset<Double> ROUNDING = within(1e-15);

    @Test
    void middlesAndWidths() {
        TimeGrid grid = new TimeGrid(0, 0.3, 0.5, 0.9);
        assertThat(grid.steps()).isEqualTo(3);
        assertThat(grid.middle(0)).isCloseTo(0.15, ROUNDING);
        assertThat(grid.middle(2)).isCloseTo(0.7, ROUNDING);
        assertThat(grid.width(1)).isCloseTo(0.2, ROUNDING);
        assertThat(grid.at(3)).isEqualTo(0.9);
    }

    @Test
    void uniformStepsEndAtTheHorizon() {
        assertThat(TimeGrid.uniform(4, 0.5).times())
                .containsExactly(new double[] {0, 0.125, 0.25, 0.375, 0.5}, ROUNDING);
        assertThat(TimeGrid.uniform(2).times()).containsExactly(0, 0.5, 1);
    }

    /** Steps of 0.2: inner times lie from 0.1 before to 0.1 after 0.2 and 0.4, the ends where they were. */
    @Test
    void randomTimesLieWithinHalfAStep() {
        assertThat(TimeGrid.jittered(3, 0.6, new double[] {0, 0.5}).times())
                .containsExactly(new double[] {0, 0.1, 0.4, 0.6}, ROUNDING);
        assertThat(TimeGrid.jittered(3, 0.6, new double[] {0.75, 0}).times())
                .containsExactly(new double[] {0, 0.25, 0.3, 0.6}, ROUNDING);
        assertThatIllegalArgumentException().isThrownBy(() -> TimeGrid.jittered(3, 0.6, new double[3]));
    }

    @Test
    void timesThatDoNotGrowWithinTheUnitIntervalAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TimeGrid(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new TimeGrid(0, 0.5, 0.5));
        assertThatIllegalArgumentException().isThrownBy(() -> new TimeGrid(0, 1.1));
        assertThatIllegalArgumentException().isThrownBy(() -> TimeGrid.uniform(0));
    }
}
