package io.github.dnfs4j.train;

import io.github.dnfs4j.settings.TrainSettings;

/**
 * How far paths go. On the path {@code p_t ~ exp(-t beta E)} time is inverse temperature: paths up to the time h see what
 * those of a target of inverse temperature {@code h beta} see, so a growing horizon anneals the temperature.
 */
public interface Horizon {
    /** The size of {@link #state}. */
    int MEMORY = 2;

    /**
     * The steps that the paths of the next round make.
     *
     * @param progress of the run, 0 to 1
     * @param loss mean of the last round, NaN before the first
     */
    int steps(double progress, double loss);

    /** What it remembers, {@value #MEMORY} numbers. */
    default double[] state() {
        return new double[MEMORY];
    }

    /** Remembers what {@link #state} gave. */
    default void restore(double[] state) {}

    /** Linear in the progress, from {@code horizonStart} to 1 within a share {@code horizonGrowth} of the run. */
    static Horizon linear(TrainSettings settings) {
        Schedule schedule = new Schedule(settings);
        return (progress, loss) -> schedule.gridSteps(progress);
    }

    /** See {@link PlateauHorizon}. */
    static Horizon adaptive(TrainSettings settings) {
        return new PlateauHorizon(settings);
    }
}
