package io.github.dnfs4j.optim;

import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How much of a budget of steps or of minutes a training has spent. What it has spent can be saved, and a resumed
 * training goes on from there.
 *
 * <pre>{@code progress = min(1, steps / budget)  or, where minutes decide,  min(1, seconds / (60 minutes))}</pre>
 */
public final class Clock {
    private final int budget;
    private final double minutes;
    private final LongSupplier nanoseconds;
    private long steps;
    private double seconds;
    private double before;
    private long start;
    private @Nullable DoubleSupplier leader;

    /** For a budget of steps or of minutes; the other is 0. */
    public Clock(int steps, double minutes) {
        this(steps, minutes, System::nanoTime);
    }

    Clock(int steps, double minutes, LongSupplier nanoseconds) {
        check(steps, minutes);
        budget = steps;
        this.minutes = minutes;
        this.nanoseconds = nanoseconds;
    }

    /** Refuses what is not a budget. */
    public static void check(int steps, double minutes) {
        if (!(steps >= 0 && minutes >= 0 && Double.isFinite(minutes) && (steps > 0) != (minutes > 0))) {
            throw new IllegalArgumentException("give steps or minutes, one of them, above 0");
        }
    }

    /** Seconds count from now on, on top of those there are. */
    public void start() {
        before = seconds;
        start = nanoseconds.getAsLong();
    }

    /** Looks at the time. */
    public void look() {
        seconds = before + (nanoseconds.getAsLong() - start) / 1e9;
    }

    /** Counts a step and returns its number, 1 for the first. */
    public long tick() {
        return ++steps;
    }

    /** What was spent, as of a checkpoint. */
    public void set(long newSteps, double newSeconds) {
        if (newSteps < 0 || !(newSeconds >= 0 && Double.isFinite(newSeconds))) {
            throw new IllegalArgumentException(newSteps + " steps in " + newSeconds + " seconds are not possible");
        }
        steps = newSteps;
        seconds = newSeconds;
    }

    /** Lets the larger work of which this training is a part say how much of the budget is spent. */
    public void follow(DoubleSupplier progressOfAll) {
        leader = progressOfAll;
    }

    /** Share of the budget spent, 0 to 1. */
    public double progress() {
        if (leader != null) {
            return leader.getAsDouble();
        }
        return Math.min(1, budget > 0 ? (double) steps / budget : seconds / 60 / minutes);
    }

    public long steps() {
        return steps;
    }

    public double seconds() {
        return seconds;
    }
}
