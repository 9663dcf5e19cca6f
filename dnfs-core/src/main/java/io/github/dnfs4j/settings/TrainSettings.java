package io.github.dnfs4j.settings;

import static io.github.dnfs4j.torch.Plausible.check;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.dnfs4j.flow.Link;
import io.github.dnfs4j.flow.StepRule;
import io.github.dnfs4j.optim.Clock;
import io.github.dnfs4j.optim.LearningRate;
import io.github.dnfs4j.torch.Plausible;
import java.util.List;

/**
 * How to train, in groups. As text it has no groups: the keys of all lie side by side, as {@code train.batch} and
 * {@code train.ladderDrop}. All schedules run over the progress of the run, 0 to 1, which is the share of
 * {@code steps} done or, where {@code minutes} is given, of the time spent.
 *
 * @param budget how long
 * @param optimiser how the weights follow the gradient
 * @param paths the data: where the network is trained
 * @param horizon how far in time
 * @param ladder on which targets first; as text its own key is {@code ladder}, so that the group needs another name
 * @param estimator of d/dt log Z
 * @param link from the network to rates, in training and sampling
 * @param ratios of neighbours, in training and sampling
 * @param logRatioClip largest log ratio in the loss
 */
public record TrainSettings(
        @JsonUnwrapped Budget budget,
        @JsonUnwrapped Optimiser optimiser,
        @JsonUnwrapped Paths paths,
        @JsonUnwrapped Horizon horizon,
        @JsonUnwrapped @JsonProperty("rungs") Ladder ladder,
        Estimator estimator,
        Link link,
        Ratios ratios,
        double logRatioClip) {

    /** The defaults: of the recipes tried on two CPU cores, the best trapezoid ESS on 6x6 within two minutes. */
    public static final TrainSettings DEFAULT = new TrainSettings(
            new Budget(0, 2, 60),
            new Optimiser(128, 4e-3, 0.03, 0.02, 1e-4, 500, 0.998),
            new Paths(256, 50, 8, 32, StepRule.EXPONENTIAL, 1, 0, false, false, false),
            new Horizon(0.1, 0.25),
            new Ladder(List.of(), 0.8),
            Estimator.CONTROL_VARIATE,
            Link.RELU,
            Ratios.EXACT,
            5);

    public TrainSettings {
        check(
                !paths.clusters || ratios == Ratios.EXACT,
                "clusters need the pairs of the target itself: ratios must be exact");
        check(logRatioClip > 0, "logRatioClip must be positive");
    }

    /**
     * How long to train: steps or minutes, one of them.
     *
     * @param steps optimiser steps; 0 when {@code minutes} decides
     * @param minutes wall-clock budget; 0 when {@code steps} decides
     * @param checkpointSeconds time between two checkpoints
     */
    public record Budget(int steps, double minutes, double checkpointSeconds) {
        public Budget {
            Clock.check(steps, minutes);
            check(checkpointSeconds > 0, "checkpointSeconds must be positive");
        }
    }

    /**
     * AdamW with a warm-up, a cosine decay and an average of the weights.
     *
     * @param batch states in one step, of all processes together
     * @param learningRate the largest learning rate
     * @param warmup share of the run in which the rate grows to it
     * @param finalRate share of it that is left at the end of the cosine decay
     * @param weightDecay of AdamW
     * @param gradientClip largest norm of the gradient
     * @param ema decay of the moving average of the weights
     */
    public record Optimiser(
            int batch,
            double learningRate,
            double warmup,
            double finalRate,
            double weightDecay,
            double gradientClip,
            double ema) {
        public Optimiser {
            Plausible.check("batch", batch, Plausible.BATCH);
            new LearningRate(learningRate, warmup, finalRate); // refuses what is none
            check(weightDecay >= 0 && Double.isFinite(weightDecay), "weightDecay must not be negative");
            check(gradientClip > 0, "gradientClip must be positive");
            check(ema >= 0 && ema < 1, "ema must lie in 0..1, 1 excluded");
        }

        /** This optimiser for batches of another size. */
        Optimiser with(int newBatch) {
            return new Optimiser(newBatch, learningRate, warmup, finalRate, weightDecay, gradientClip, ema);
        }

        /** The learning rate over the run. */
        public LearningRate rate() {
            return new LearningRate(learningRate, warmup, finalRate);
        }
    }

    /**
     * The paths whose states are trained on: rounds of them, simulated by steps and kept for a while.
     *
     * @param trajectories new paths in each round, of all processes together
     * @param stepsPerRound optimiser steps between two rounds
     * @param replayRounds how many rounds the replay buffer keeps
     * @param timeSteps K, steps of the time grid on [0, 1]
     * @param rule of a step
     * @param reversibleFloor heat-bath rate added to the rates
     * @param sweeps Gibbs sweeps after each step
     * @param clusters whether Swendsen and Wang's clusters move in place of single sites: near a critical point sweeps
     *     do not bring the states to p_t, and the network never sees those that it will be asked about
     * @param randomTimes whether each round has its own random time grid
     * @param denseTimes whether times lie denser where the residual was large in the rounds before
     */
    public record Paths(
            int trajectories,
            int stepsPerRound,
            int replayRounds,
            int timeSteps,
            StepRule rule,
            double reversibleFloor,
            int sweeps,
            boolean clusters,
            boolean randomTimes,
            boolean denseTimes) {
        public Paths {
            check(trajectories >= 2, "trajectories must be at least 2");
            Plausible.check("trajectories", trajectories, Plausible.BATCH);
            Plausible.check("stepsPerRound", stepsPerRound, Plausible.STEPS);
            Plausible.check("replayRounds", replayRounds, Plausible.STEPS);
            Plausible.check("timeSteps", timeSteps, Plausible.STEPS);
            check(reversibleFloor >= 0 && Double.isFinite(reversibleFloor), "reversibleFloor must not be negative");
            check(sweeps >= 0 && sweeps <= Plausible.STEPS, "sweeps must be 0 to 1,000,000");
            check(!clusters || sweeps > 0, "clusters move in sweeps, of which there must be 1 or more");
        }

        /** Whether each round has times of its own. */
        public boolean ownTimes() {
            return randomTimes || denseTimes;
        }

        /** So many paths a round, for so many optimiser steps, of so many rounds and time steps; else as these. */
        public Paths with(int newTrajectories, int newStepsPerRound, int newReplayRounds, int newTimeSteps) {
            return new Paths(
                    newTrajectories,
                    newStepsPerRound,
                    newReplayRounds,
                    newTimeSteps,
                    rule,
                    reversibleFloor,
                    sweeps,
                    clusters,
                    randomTimes,
                    denseTimes);
        }
    }

    /**
     * The time up to which paths go: it grows linearly from {@code start} to 1.
     *
     * @param start share of the time grid trained on at first
     * @param growth share of the run in which that grows to 1
     */
    public record Horizon(
            @JsonProperty("horizonStart") double start,
            @JsonProperty("horizonGrowth") double growth) {
        /** All times from the beginning. */
        public static final Horizon WHOLE = new Horizon(1, 0);

        public Horizon {
            check(start > 0 && start <= 1, "horizonStart must lie in 0..1, 0 excluded");
            check(in01(growth), "horizonGrowth must lie in 0..1");
        }
    }

    /**
     * Easier targets that come first, for equal shares of the run; the target itself is the last rung.
     *
     * @param strengths of the target (sigma, beta) on the rungs before
     * @param drop factor on the learning rate at each rung
     */
    public record Ladder(
            @JsonProperty("ladder") List<Double> strengths,
            @JsonProperty("ladderDrop") double drop) {
        public Ladder {
            check(
                    strengths.stream().allMatch(v -> v != null && Double.isFinite(v)),
                    "ladder must be a list of finite numbers");
            check(drop > 0 && drop <= 1, "ladderDrop must lie in 0..1, 0 excluded");
            strengths = List.copyOf(strengths);
        }
    }

    /** For a number of optimiser steps. */
    public TrainSettings withSteps(int steps) {
        return with(new Budget(steps, 0, budget.checkpointSeconds));
    }

    /** For a number of minutes. */
    public TrainSettings withMinutes(double minutes) {
        return with(new Budget(0, minutes, budget.checkpointSeconds));
    }

    /** What each of some processes does, whose batches and trajectories are these together. */
    public TrainSettings share(int processes) {
        if (processes == 1) {
            return this;
        }
        check(
                optimiser.batch % processes == 0 && paths.trajectories % processes == 0,
                "batch (" + optimiser.batch + ") and trajectories (" + paths.trajectories
                        + ") are those of all processes: they must be multiples of " + processes);
        return with(optimiser.with(optimiser.batch / processes))
                .with(paths.with(
                        paths.trajectories / processes, paths.stepsPerRound, paths.replayRounds, paths.timeSteps));
    }

    public TrainSettings with(Budget now) {
        return new TrainSettings(now, optimiser, paths, horizon, ladder, estimator, link, ratios, logRatioClip);
    }

    public TrainSettings with(Optimiser now) {
        return new TrainSettings(budget, now, paths, horizon, ladder, estimator, link, ratios, logRatioClip);
    }

    public TrainSettings with(Paths now) {
        return new TrainSettings(budget, optimiser, now, horizon, ladder, estimator, link, ratios, logRatioClip);
    }

    public TrainSettings with(Horizon now) {
        return new TrainSettings(budget, optimiser, paths, now, ladder, estimator, link, ratios, logRatioClip);
    }

    private static boolean in01(double v) {
        return v >= 0 && v <= 1;
    }
}
