package io.github.dnfs4j.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.torch.Crew;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ClockTest {
    private long now = 5;

    private void pass(double seconds) {
        now += (long) (1e9 * seconds);
    }

    @Test
    void stepsSpendABudgetOfSteps() {
        Clock clock = new Clock(4, 0);
        assertThat(clock.progress()).isZero();
        assertThat(clock.tick()).isEqualTo(1);
        assertThat(clock.progress()).isEqualTo(0.25);
        clock.set(9, 1e6);
        assertThat(clock.progress()).as("never more than all").isEqualTo(1);
    }

    /** Two minutes, in two parts with a pause between: what was spent before a restart counts, the pause does not. */
    @Test
    void minutesCountWhileItRuns() {
        Clock first = new Clock(0, 2, () -> now);
        pass(1000);
        first.start();
        pass(30);
        assertThat(first.progress()).isZero();
        first.look();
        assertThat(first.progress()).isCloseTo(0.25, within(1e-12));
        pass(500);
        Clock resumed = new Clock(0, 2, () -> now);
        resumed.set(7, first.seconds());
        resumed.start();
        pass(60);
        resumed.look();
        assertThat(resumed.seconds()).isCloseTo(90, within(1e-9));
        assertThat(resumed.progress()).isCloseTo(0.75, within(1e-12));
        assertThat(resumed.tick()).isEqualTo(8);
        resumed.start();
        pass(60);
        resumed.look();
        assertThat(resumed.progress()).as("a second start forgets nothing").isEqualTo(1);
    }

    /** A host that asked its card before each step would wait for it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void ranksHearOfAStopWhereTheyAreToAgree() throws Exception {
        List<String> heard = Crew.of(2, ranks -> {
            Clock clock = new Clock(2, 0, ranks);
            clock.start();
            boolean between = clock.goesOn(() -> ranks.rank() == 1, false);
            boolean unseen = clock.seconds() == 0;
            boolean together = clock.goesOn(() -> ranks.rank() == 1, true);
            clock.tick();
            boolean more = clock.goesOn(() -> false);
            clock.tick();
            return List.of(between, unseen, together, more, clock.goesOn(() -> false, false))
                    .toString();
        });
        assertThat(heard).containsOnly("[true, true, false, true, false]");
        assertThat(new Clock(2, 0).goesOn(() -> true, false))
                .as("alone, at once")
                .isFalse();
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
        clock.follow(() -> 0.75);
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
