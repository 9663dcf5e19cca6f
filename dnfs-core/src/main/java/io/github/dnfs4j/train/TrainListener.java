package io.github.dnfs4j.train;

import io.github.dnfs4j.flow.Paths;

/** Hears how a run goes. The trainer prints and writes nothing itself. */
public interface TrainListener {
    /** Once for each optimiser step, in order; on a GPU for a number of steps together, after the last. */
    default void step(Step step) {}

    /** After each round of new paths. */
    default void round(Round round) {}

    /** Where the paths of a round ended, before any step is made with them; the tensors live as long as the call. */
    default void paths(Paths paths) {}

    /**
     * One optimiser step.
     *
     * @param number 1 for the first
     * @param progress of the run with this step, 0 to 1
     * @param loss mean squared residual of the batch
     * @param gradientNorm before clipping
     * @param learningRate used
     * @param skipped steps left out so far because the loss or the gradient was not finite
     */
    record Step(long number, double progress, double loss, double gradientNorm, double learningRate, long skipped) {}

    /**
     * One round of new paths, up to the time horizon of the moment.
     *
     * @param step optimiser steps done before it
     * @param horizon the last time of the paths
     * @param essTrapezoid normalised ESS of the trapezoid weights up to the horizon
     * @param essExact the same of the exact weights
     * @param logZ exact-weight estimate of log Z at the horizon
     * @param naiveStd standard deviation of d/dt log p~ over states, root mean square over times
     * @param controlledStd the same of xi, the controlled estimator
     * @param varianceRatio the largest ratio over times of the controlled to the naive variance
     * @param fallbacks share of the times at which the naive estimate took the place of the controlled one
     * @param meanSpinRmse root mean square over sites of the mean spin of the last states, zero for a symmetric target;
     *     NaN where sites have other than 2 states
     * @param rung of the ladder
     */
    record Round(
            long step,
            double horizon,
            double essTrapezoid,
            double essExact,
            double logZ,
            double naiveStd,
            double controlledStd,
            double varianceRatio,
            double fallbacks,
            double meanSpinRmse,
            int rung) {}
}
