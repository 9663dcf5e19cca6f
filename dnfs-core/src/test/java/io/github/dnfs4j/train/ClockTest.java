package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ClockTest {
    private long now = 5_000_000_000L;

    private void pass(double seconds) {
        now += (long) (1e9 * seconds);
    }

    /** Two minutes, in two parts with a pause between. */
    @Test
    void minutesCountWhileItRuns() {
        Clock first = new Clock(Tiny.train(1).withMinutes(2), () -> now);
        pass(1000);
        first.start();
        pass(30);
        assertThat(first.progress()).isZero();
        first.look();
        assertThat(first.progress()).isCloseTo(0.25, within(1e-12));
        pass(500);
        Clock resumed = new Clock(Tiny.train(1).withMinutes(2), () -> now);
        resumed.set(7, first.seconds());
        resumed.start();
        pass(60);
        resumed.look();
        assertThat(resumed.seconds()).isCloseTo(90, within(1e-9));
        assertThat(resumed.progress()).isCloseTo(0.75, within(1e-12));
        assertThat(resumed.tick()).isEqualTo(8);
        pass(60);
        resumed.look();
        assertThat(resumed.progress()).isEqualTo(1);
    }

    @Test
    void stepsCountWhereTheyDecide() {
        Clock clock = new Clock(Tiny.train(4), () -> now);
        clock.start();
        pass(1e6);
        clock.look();
        assertThat(clock.progress()).isZero();
        assertThat(clock.tick()).isEqualTo(1);
        assertThat(clock.progress()).isEqualTo(0.25);
        clock.pace(() -> 0.6);
        assertThat(clock.progress()).isEqualTo(0.6);
    }
}
