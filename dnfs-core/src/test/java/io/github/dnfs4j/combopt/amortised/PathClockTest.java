package io.github.dnfs4j.combopt.amortised;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** Paths of a hundred steps by a clock that the test turns; the deadline is days away or has passed. */
class PathClockTest {
    private static final int STEPS = 100;
    private static final Deadline FAR = Deadline.in(1e6);

    private long now;

    private int giveUp(Deadline deadline, double... seconds) {
        PathClock clock = new PathClock(STEPS, deadline, () -> now);
        try (Scope scope = Scope.open()) {
            Tensor x = Tensors.zeros(ScalarType.Long, Device.CPU, 2, 3);
            for (int k = 0; k <= STEPS; k++) {
                try {
                    clock.states(k, x);
                } catch (PathClock.LateException e) {
                    return k;
                }
                now += (long) (1e9 * seconds[k % seconds.length]);
            }
        }
        return -1;
    }

    /** Past the deadline, steps of a tenth of a second: judged after the first second, with 8.9 s of 10 to come. */
    @Test
    void nothingIsJudgedInTheFirstSecond() {
        Deadline passed = Deadline.in(0);
        passed.stop();
        assertThat(giveUp(passed, 0.1)).isEqualTo(11);
    }

    /** The slow ones between may have waited for others: a hundredth of a second times a hundred is within the patience. */
    @Test
    void theQuickestStepCounts() {
        Deadline passed = Deadline.in(0);
        passed.stop();
        assertThat(giveUp(passed, 0.01, 1.5)).isEqualTo(-1);
        assertThat(giveUp(FAR, 1.5)).isEqualTo(-1);
    }

    @Test
    void itSaysWhatAllStepsTake() {
        Deadline passed = Deadline.in(0);
        passed.stop();
        assertThatExceptionOfType(PathClock.LateException.class)
                .isThrownBy(() -> new PathClock(STEPS, passed).judge(0.5, 10))
                .satisfies(e -> assertThat(e.seconds()).isCloseTo(50, within(1e-9)));
        new PathClock(STEPS, passed).judge(0.2, 10);
        new PathClock(STEPS, FAR).judge(100, STEPS);
    }
}
