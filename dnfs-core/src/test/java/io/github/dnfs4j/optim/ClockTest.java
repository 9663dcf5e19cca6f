package io.github.dnfs4j.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ClockTest {
    @Test
    void stepsSpendABudgetOfSteps() {
        Clock clock = new Clock(4, 0);
        assertThat(clock.progress()).isZero();
        assertThat(clock.tick()).isEqualTo(1);
        assertThat(clock.progress()).isEqualTo(0.25);
        clock.set(9, 1e6);
        assertThat(clock.progress()).as("never more than all").isEqualTo(1);
    }

    /** What was spent before a restart counts; the time between does not. */
    @Test
    void secondsGoOnFromThoseThatWereSaved() {
        Clock clock = new Clock(0, 2);
        clock.set(7, 60);
        assertThat(clock.progress()).isEqualTo(0.5);
        clock.start();
        clock.look();
        assertThat(clock.seconds()).isGreaterThanOrEqualTo(60);
        assertThat(clock.steps()).isEqualTo(7);
        double before = clock.seconds();
        clock.start();
        clock.look();
        assertThat(clock.seconds()).as("a second start forgets nothing").isGreaterThanOrEqualTo(before);
    }

    @Test
    void whatNoTrainingCanHaveSpentIsRefused() {
        Clock clock = new Clock(4, 0);
        for (double[] w : new double[][] {{-1, 0}, {1, -1}, {1, Double.NaN}, {1, Double.POSITIVE_INFINITY}}) {
            assertThatThrownBy(() -> clock.set((long) w[0], w[1])).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aPartGoesByTheProgressOfTheWhole() {
        Clock clock = new Clock(1, 0);
        clock.pace(() -> 0.75);
        clock.tick();
        assertThat(clock.progress()).isEqualTo(0.75);
    }

    @Test
    void aBudgetIsOfStepsOrOfMinutes() {
        double[][] wrong = {{0, 0}, {1, 1}, {-1, 0}, {-1, 1}, {0, Double.NaN}, {0, Double.POSITIVE_INFINITY}};
        for (double[] w : wrong) {
            assertThatThrownBy(() -> new Clock((int) w[0], w[1]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("give steps or minutes, one of them, above 0");
        }
    }
}
