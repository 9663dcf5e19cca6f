package io.github.dnfs4j.optim;

import io.github.dnfs4j.torch.Ranks;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How much of a budget of steps or of minutes a training has spent. What it has spent can be saved, and a resumed
 * training goes on from there.
 *
 * <pre>{@code progress = min(1, steps / budget)  or, where minutes decide,  min(1, seconds / (60 minutes))}</pre>
 *
 * <p>Several ranks have one clock, that of rank 0, which stands still until they look at it together.
 */
public final class Clock {
    private final int budget;
    private final double minutes;
    private final Ranks ranks;
    private final LongSupplier nanoseconds;
    private long steps;
    private double seconds;
    private double before;
    private long start;
    private @Nullable DoubleSupplier leader;

    /** For a budget of steps or of minutes; the other is 0. */
    public Clock(int steps, double minutes) {
        this(steps, minutes, Ranks.ALONE);
    }

    /** The clock of a training by several ranks, which stop together. */
    public Clock(int steps, double minutes, Ranks ranks) {
        this(steps, minutes, ranks, System::nanoTime);
    }

    Clock(int steps, double minutes, LongSupplier nanoseconds) {
        this(steps, minutes, Ranks.ALONE, nanoseconds);
    }

    private Clock(int steps, double minutes, Ranks ranks, LongSupplier nanoseconds) {
        check(steps, minutes);
        this.ranks = ranks;
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

    /** Looks at the time, which one of several ranks cannot do by itself. */
    public void look() {
        if (ranks.alone()) {
            seconds = now();
        }
    }

    private double now() {
        return before + (nanoseconds.getAsLong() - start) / 1e9;
    }

    /** Whether there is another step to make: the budget is not spent, and no rank is told to stop. */
    public boolean goesOn(BooleanSupplier stop) {
        return goesOn(stop, true);
    }

    /**
     * As above; several ranks look at the clock and hear of a stop only where they are to agree, because it makes a host wait
     * for its card.
     */
    public boolean goesOn(BooleanSupplier stop, boolean agree) {
        boolean stops = (ranks.alone() || agree) && stop.getAsBoolean();
        if (!ranks.alone() && agree) {
            double[] agreed = ranks.sum(ranks.first() ? now() : 0, stops ? 1 : 0);
            seconds = agreed[0];
            stops = agreed[1] > 0;
        }
        return progress() < 1 && !stops;
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
