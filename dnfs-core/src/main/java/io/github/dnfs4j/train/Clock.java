package io.github.dnfs4j.train;

import io.github.dnfs4j.settings.TrainSettings;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How far a training is.
 *
 * <pre>{@code progress = min(1, steps / settings.steps)  or, where minutes decide,  min(1, seconds / (60 settings.minutes))}</pre>
 */
final class Clock {
    private final TrainSettings settings;
    private final LongSupplier nanoseconds;
    private long steps;
    private double seconds;
    private double before;
    private long start;
    private @Nullable DoubleSupplier pace;

    Clock(TrainSettings settings) {
        this(settings, System::nanoTime);
    }

    Clock(TrainSettings settings, LongSupplier nanoseconds) {
        this.settings = settings;
        this.nanoseconds = nanoseconds;
    }

    /** Seconds count from now on, on top of those there are. */
    void start() {
        before = seconds;
        start = nanoseconds.getAsLong();
    }

    /** Looks at the time. */
    void look() {
        seconds = before + (nanoseconds.getAsLong() - start) / 1e9;
    }

    long tick() {
        return ++steps;
    }

    void set(long newSteps, double newSeconds) {
        steps = newSteps;
        seconds = newSeconds;
    }

    /** Lets somebody else say how much of the budget is spent. */
    void pace(DoubleSupplier progressOfAll) {
        pace = progressOfAll;
    }

    /** Share of the budget spent, 0 to 1. */
    double progress() {
        if (pace != null) {
            return pace.getAsDouble();
        }
        double p = settings.budget().steps() > 0
                ? (double) steps / settings.budget().steps()
                : seconds / 60 / settings.budget().minutes();
        return Math.min(1, p);
    }

    long steps() {
        return steps;
    }

    double seconds() {
        return seconds;
    }
}
