package io.github.dnfs4j.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {
    /** Three quarters of the steps in the last quarter of the time. */
    private final Pace late = Pace.of(new double[] {0, 0.75, 1}, new double[] {1, 9}, 16);

    @Test
    void evenStepsAreEqual() {
        assertThat(Pace.EVEN.grid(7).times())
                .containsExactly(TimeGrid.uniform(7).times(), within(1e-15));
    }

    @Test
    void stepsAreAsDenseAsAskedFor() {
        TimeGrid grid = late.grid(64);
        assertThat(Arrays.stream(grid.times()).filter(t -> t < 0.75 - 1e-12)).hasSize(16);
        assertThat(grid.width(3)).isCloseTo(9 * grid.width(40), within(1e-12));
        assertThat(grid.at(64)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 128})
    void turnsBeginAndEndWithHalfAStep(int steps) {
        TimeGrid grid = Pace.EVEN.gridOfTurns(steps);
        assertThat(grid.steps()).isEqualTo(steps);
        assertThat(grid.at(steps)).isEqualTo(1);
        double even = 0;
        double odd = 0;
        for (int k = 0; k < steps; k++) {
            if (k % 2 == 0) {
                even += grid.width(k);
            } else {
                odd += grid.width(k);
            }
            if (steps > 2 && k > 0 && k + 1 < steps) {
                assertThat(grid.width(k)).isCloseTo(2 * grid.width(0), within(1e-12));
            }
        }
        if (steps > 1) {
            assertThat(even).as("both sublattices have the same time").isCloseTo(odd, within(1e-12));
        }
    }

    @Test
    void aGridThatEndsEarlyIsTheBeginningOfTheWhole() {
        TimeGrid whole = late.grid(8);
        TimeGrid begun = late.along(TimeGrid.uniform(5, 5.0 / 8));
        assertThat(begun.times()).containsExactly(Arrays.copyOf(whole.times(), 6), within(1e-12));
    }

    @Test
    void aShareOfTheStepsAndItsTimeAreTheSamePlace() {
        for (double share : new double[] {0, 0.1, 0.25, 0.5, 0.9, 1}) {
            assertThat(late.share(late.at(share))).isCloseTo(share, within(1e-12));
        }
        assertThat(late.share(0.75)).isCloseTo(0.25, within(1e-12));
        assertThat(Pace.EVEN.share(0.3)).isCloseTo(0.3, within(1e-15));
    }

    @Test
    void refusesWhatIsNoPace() {
        for (double[] bad : new double[][] {{}, {0}, {0, 0.5}, {0.1, 1}, {0, 0.6, 0.6, 1}, {0, Double.NaN, 1}}) {
            assertThatThrownBy(() -> new Pace(bad)).isInstanceOf(IllegalArgumentException.class);
        }
        for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> Pace.of(new double[] {0, 1}, new double[] {bad}, 4))
                    .hasMessageContaining("positive");
        }
    }
}
