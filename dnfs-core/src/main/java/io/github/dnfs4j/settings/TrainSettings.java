package io.github.dnfs4j.settings;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.Link;
import io.github.dnfs4j.flow.RateFloor;
import io.github.dnfs4j.flow.StepKernel;
import io.github.dnfs4j.flow.Steps;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.Sweeps;
import io.github.dnfs4j.mcmc.SwendsenWang;
import io.github.dnfs4j.path.TimeGrid;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to train. All schedules run over the progress of the run, 0 to 1, which is the share of {@code steps} done or,
 * where {@code minutes} is given, of the time spent.
 *
 * @param steps optimiser steps; 0 when {@code minutes} decides
 * @param minutes wall-clock budget; 0 when {@code steps} decides
 * @param batch states in one optimiser step
 * @param trajectories new paths in each round of data
 * @param stepsPerRound optimiser steps between two rounds
 * @param replayRounds how many rounds the replay buffer keeps
 * @param timeSteps K, steps of the time grid on [0, 1]
 * @param learningRate the largest learning rate
 * @param warmup share of the run in which the rate grows to it
 * @param finalRate share of it that is left at the end of the cosine decay
 * @param weightDecay of AdamW
 * @param gradientClip largest norm of the gradient
 * @param ema decay of the moving average of the weights
 * @param horizonStart share of the time grid trained on at first
 * @param horizonGrowth share of the run in which that grows to 1
 * @param logRatioClip largest log ratio in the loss
 * @param kernel the step kernel of the paths
 * @param reversibleFloor heat-bath rate added to the paths' rates
 * @param checkpointSeconds time between two checkpoints
 * @param estimator of d/dt log Z
 * @param link from the network to rates, in training and sampling
 * @param ratios of neighbours, in training and sampling
 * @param sweeps Gibbs sweeps after each step of the paths
 * @param clusters whether Swendsen and Wang's clusters move in place of single sites: near a critical point sweeps do
 *     not bring the states of the paths to p_t, and the network never sees those that it will be asked about
 * @param randomTimes whether each round has its own random time grid
 * @param ladder strengths of the target (sigma, beta) to train on first, for equal shares of the run; its own comes last
 * @param ladderDrop factor on the learning rate at each rung
 */
@JsonIgnoreProperties("pace") // of older versions
public record TrainSettings(
        int steps,
        double minutes,
        int batch,
        int trajectories,
        int stepsPerRound,
        int replayRounds,
        int timeSteps,
        double learningRate,
        double warmup,
        double finalRate,
        double weightDecay,
        double gradientClip,
        double ema,
        double horizonStart,
        double horizonGrowth,
        double logRatioClip,
        StepKernel kernel,
        double reversibleFloor,
        double checkpointSeconds,
        Estimator estimator,
        Link link,
        Ratios ratios,
        int sweeps,
        boolean clusters,
        boolean randomTimes,
        List<Double> ladder,
        double ladderDrop) {

    /** The defaults: of the recipes tried on two CPU cores, the best trapezoid ESS on 6x6 within two minutes. */
    public static final TrainSettings DEFAULT = new TrainSettings(
            0,
            2,
            128,
            256,
            50,
            8,
            32,
            4e-3,
            0.03,
            0.02,
            1e-4,
            500,
            0.998,
            0.1,
            0.25,
            5,
            StepKernel.EXPONENTIAL,
            1,
            60,
            Estimator.CONTROL_VARIATE,
            Link.RELU,
            Ratios.EXACT,
            0,
            false,
            false,
            List.of(),
            0.8);

    public TrainSettings {
        check(
                steps >= 0 && minutes >= 0 && Double.isFinite(minutes) && (steps > 0) != (minutes > 0),
                "give steps or minutes, one of them, above 0");
        check(batch >= 1, "batch must be at least 1");
        check(trajectories >= 2, "trajectories must be at least 2");
        check(stepsPerRound >= 1, "stepsPerRound must be at least 1");
        check(replayRounds >= 1, "replayRounds must be at least 1");
        check(timeSteps >= 1, "timeSteps must be at least 1");
        check(learningRate > 0 && Double.isFinite(learningRate), "learningRate must be positive");
        check(in01(warmup) && in01(finalRate), "warmup and finalRate must lie in 0..1");
        check(weightDecay >= 0 && Double.isFinite(weightDecay), "weightDecay must not be negative");
        check(gradientClip > 0, "gradientClip must be positive");
        check(ema >= 0 && ema < 1, "ema must lie in 0..1, 1 excluded");
        check(horizonStart > 0 && horizonStart <= 1, "horizonStart must lie in 0..1, 0 excluded");
        check(in01(horizonGrowth), "horizonGrowth must lie in 0..1");
        check(logRatioClip > 0, "logRatioClip must be positive");
        check(reversibleFloor >= 0 && Double.isFinite(reversibleFloor), "reversibleFloor must not be negative");
        check(checkpointSeconds > 0, "checkpointSeconds must be positive");
        check(sweeps >= 0, "sweeps must not be negative");
        check(!clusters || sweeps > 0, "clusters move in sweeps, of which there must be 1 or more");
        check(
                !clusters || ratios == Ratios.EXACT,
                "clusters need the pairs of the target itself: ratios must be exact");
        check(
                ladder.stream().allMatch(v -> v != null && Double.isFinite(v)),
                "ladder must be a list of finite numbers");
        check(ladderDrop > 0 && ladderDrop <= 1, "ladderDrop must lie in 0..1, 0 excluded");
        ladder = List.copyOf(ladder);
    }

    /** The same for a number of optimiser steps. */
    public TrainSettings withSteps(int newSteps) {
        return withBudget(newSteps, 0);
    }

    /** The same for a number of minutes. */
    public TrainSettings withMinutes(double newMinutes) {
        return withBudget(0, newMinutes);
    }

    private TrainSettings withBudget(int newSteps, double newMinutes) {
        return new TrainSettings(
                newSteps,
                newMinutes,
                batch,
                trajectories,
                stepsPerRound,
                replayRounds,
                timeSteps,
                learningRate,
                warmup,
                finalRate,
                weightDecay,
                gradientClip,
                ema,
                horizonStart,
                horizonGrowth,
                logRatioClip,
                kernel,
                reversibleFloor,
                checkpointSeconds,
                estimator,
                link,
                ratios,
                sweeps,
                clusters,
                randomTimes,
                ladder,
                ladderDrop);
    }

    private static boolean in01(double v) {
        return v >= 0 && v <= 1;
    }

    private static void check(boolean ok, String message) {
        if (!ok) {
            throw new IllegalArgumentException(message);
        }
    }

    /** Simulates the paths of a round. */
    public Steps simulator(Flow flow, TimeGrid grid) {
        @Nullable
        MarkovKernel moves =
                clusters ? new Sweeps(SwendsenWang.of(flow.path().target()), sweeps) : Sweeps.gibbs(sweeps);
        return Steps.of(flow, grid, kernel, new RateFloor(reversibleFloor, 0)).with(moves, 0);
    }
}
