package io.github.dnfs4j.combopt.amortised;

import static io.github.dnfs4j.torch.Plausible.check;

import io.github.dnfs4j.combopt.families.GraphGenerator;
import io.github.dnfs4j.net.LeGraphformer;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.settings.TrainSettings.Budget;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import java.util.Map;
import java.util.Optional;

/**
 * A sampler for all graphs of a family and how to train it.
 *
 * @param problem mis or maxcut
 * @param graphs the family, as in {@code er:16-20}
 * @param count training graphs, the first of the seed
 * @param penalty lambda of {@link GraphProblem}
 * @param beta the inverse temperature of the target at the end of the path
 * @param feasible whether states are independent sets at all times, see {@link IndependentSets}; for mis
 * @param groups graphs in a round of training, each with an equal share of the trajectories
 * @param annealing how the inverse temperature grows from {@code train.horizonStart} times beta to beta
 * @param seed of graphs, weights and training
 * @param device {@code cpu}, {@code cuda} or {@code auto}: where it is trained; a model serves on any
 */
public record AmortisedSettings(
        GraphProblem problem,
        String graphs,
        int count,
        double penalty,
        double beta,
        boolean feasible,
        LeGraphformer.Settings network,
        int groups,
        Annealing annealing,
        TrainSettings train,
        SamplingSettings sampling,
        Precision precision,
        long seed,
        String device) {
    private static final int STATES = 2;
    private static final double BETA = 5;
    private static final double FIRST_BETA = 0.1;

    /** What a folder of a version that did not keep the device has. */
    public static final String AUTO = "auto";

    public AmortisedSettings {
        if (problem != GraphProblem.MIS && problem != GraphProblem.MAXCUT) {
            throw new IllegalArgumentException("samplers are trained for mis and maxcut, not for " + problem);
        }
        GraphGenerator.parse(graphs);
        check(count >= 1, "count must be at least 1");
        check(penalty > 0 && Double.isFinite(penalty), "penalty must be above 0");
        check(beta > 0 && Double.isFinite(beta), "beta must be above 0");
        check(!feasible || problem == GraphProblem.MIS, "only independent sets can be infeasible: feasible needs mis");
        check(!feasible || train.paths().sweeps() == 0, "feasible takes no Markov moves: train.sweeps must be 0");
        check(network.states() == STATES, "network.states must be 2");
        check(
                groups >= 1
                        && train.paths().trajectories() % groups == 0
                        && train.paths().trajectories() > groups,
                "train.trajectories must be a multiple of groups, and more");
    }

    /**
     * The defaults, for two CPU cores and small graphs; the inverse temperature is annealed from 0.1 to 5. Samples take
     * a Gibbs sweep after each cell: it costs no network call, and a trained network stays ahead of an untrained one.
     */
    public static AmortisedSettings defaults(GraphProblem problem, String graphs) {
        AmortisedSettings plain = new AmortisedSettings(
                problem,
                graphs,
                1000,
                GraphProblem.DEFAULT_PENALTY,
                BETA,
                false,
                new LeGraphformer.Settings(STATES, 32, 2, 1, true, Readout.ENERGY, 5),
                16,
                Annealing.LINEAR,
                TrainSettings.DEFAULT,
                SamplingSettings.DEFAULT.batches(2048).resampling(0.9),
                Precision.FP32,
                1,
                AUTO);
        return plain.with(Map.of(
                "sampling.sweeps", "1",
                "train.minutes", "4",
                "train.replayRounds", "4",
                "train.stepsPerRound", "40",
                "train.learningRate", "0.003",
                "train.horizonStart", String.valueOf(FIRST_BETA / BETA),
                "train.horizonGrowth", "0.6"));
    }

    /** These settings with some keys, such as {@code train.batch}, set from text. */
    public AmortisedSettings with(Map<String, String> values) {
        return SettingsFile.of(this).set(values).settings();
    }

    /** These settings on a device, so that a resumed run stays on it. */
    public AmortisedSettings on(Device there) {
        return with(Map.of("device", there.toString()));
    }

    /** These settings for another budget. */
    public AmortisedSettings with(Budget budget) {
        return with(Map.of(
                "train.steps", String.valueOf(budget.steps()),
                "train.minutes", String.valueOf(budget.minutes()),
                "train.checkpointSeconds", String.valueOf(budget.checkpointSeconds())));
    }

    /** These settings with another network. */
    public AmortisedSettings with(LeGraphformer.Settings other) {
        return new AmortisedSettings(
                problem, graphs, count, penalty, beta, feasible, other, groups, annealing, train, sampling, precision,
                seed, device);
    }

    /** A key whose value is another in {@code other}, with the value here; empty where all are the same. */
    public Optional<String> difference(AmortisedSettings other) {
        return SettingsFile.difference(this, other);
    }
}
