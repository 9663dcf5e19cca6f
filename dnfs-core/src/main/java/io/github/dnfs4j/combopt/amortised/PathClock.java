package io.github.dnfs4j.combopt.amortised;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.torch.Tensors;
import java.io.Serial;
import java.util.function.LongSupplier;
import org.bytedeco.pytorch.Tensor;

/**
 * Gives up on paths that would end too late, as soon as that can be seen: their quickest step says how long the others
 * will take. In the first second, in which a library may load or a GPU record its work, nothing is judged.
 */
public final class PathClock implements Simulator.Observer {
    private static final double UNJUDGED = 1;
    /** So many seconds after the deadline are not too late: most of the work would be lost for little. */
    private static final double PATIENCE = 2;

    private final int steps;
    private final Deadline deadline;
    private final LongSupplier clock;
    private long start;
    private long last;
    private double quickest = Double.POSITIVE_INFINITY;

    /** For paths of so many steps. */
    public PathClock(int steps, Deadline deadline) {
        this(steps, deadline, System::nanoTime);
    }

    /** By a clock in nanoseconds. */
    PathClock(int steps, Deadline deadline, LongSupplier clock) {
        this.steps = steps;
        this.deadline = deadline;
        this.clock = clock;
    }

    /** Paths that would end too late. */
    public static final class LateException extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        private final double seconds;

        LateException(double seconds) {
            super("the paths take at least " + seconds + " seconds");
            this.seconds = seconds;
        }

        /** What the paths take at least, from beginning to end. */
        public double seconds() {
            return seconds;
        }
    }

    @Override
    public void states(int k, Tensor x) {
        Tensors.bytes(x.select(1, 0)); // a GPU may be behind: waits for it
        long now = clock.getAsLong();
        if (k == 0) {
            start = now;
        } else {
            quickest = Math.min(quickest, (now - last) / 1e9);
            if (now - start > UNJUDGED * 1e9) {
                judge(quickest, steps - k);
            }
        }
        last = now;
    }

    /** Gives up if so many steps of so many seconds would end too late. */
    public void judge(double step, int left) {
        if (step * left > deadline.left() + PATIENCE) {
            throw new LateException(step * Math.max(steps, left));
        }
    }

    /** Seconds of the quickest step. */
    public double quickest() {
        return quickest;
    }
}
