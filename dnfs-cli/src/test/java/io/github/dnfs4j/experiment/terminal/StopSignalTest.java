package io.github.dnfs4j.experiment.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
class StopSignalTest {
    private static void await(StopSignal stop) throws InterruptedException {
        for (int k = 0; k < 60_000 && !stop.getAsBoolean(); k++) {
            Thread.sleep(1);
        }
    }

    private static void raise() {
        sun.misc.Signal.raise(new sun.misc.Signal("HUP"));
    }

    /** What comes before the command is ready for it stops the command; the next one hears nothing of it. */
    @Test
    void anEarlySignalIsKept() throws InterruptedException {
        try (StopSignal probe = StopSignal.install()) {
            raise();
            await(probe);
            assumeTrue(probe.getAsBoolean(), "under nohup, whose processes never hear of it");
        }
        StopSignal.early();
        raise();
        Thread.sleep(500); // Java hands it on in a thread of its own, to whom listens then
        try (StopSignal stop = StopSignal.install()) {
            await(stop);
            assertThat(stop.exitCode()).isEqualTo(129);
        }
        try (StopSignal next = StopSignal.install()) {
            assertThat(next.getAsBoolean()).isFalse();
        }
    }
}
