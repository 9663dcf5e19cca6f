package io.github.dnfs4j.ebm;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.LogWeights;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.settings.Ratios;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Words;
import org.bytedeco.pytorch.Tensor;

/**
 * The flow that is trained along with an energy. Each round simulates {@code train.trajectories} paths, makes
 * {@code train.stepsPerRound} updates of the flow, then {@code energySteps} of the energy with where the paths ended:
 * the paper has 10 and 1.
 *
 * @param network of the flow
 * @param train of the flow; its steps and minutes mean nothing, those of the energy decide
 * @param sampling when the sampler is judged
 * @param weights of the paths in the energy's gradient; the paper's are {@code left}
 * @param energySteps updates of the energy in a round; after each the paths weigh what the new energy gives them
 * @param keptRounds how many of the last rounds serve as negatives; their weights, too, are brought up to date
 * @param moves of Gibbs with gradients that negatives make before each update; 0, the paper's, for none
 */
public record SamplerSettings(
        NetworkSettings network,
        TrainSettings train,
        SamplingSettings sampling,
        Weighting weights,
        int energySteps,
        int keptRounds,
        int moves) {
    /** Which log weights of a path. */
    public enum Weighting {
        LEFT,
        TRAPEZOID,
        EXACT;

        Tensor of(LogWeights w) {
            return switch (this) {
                case LEFT -> w.left();
                case TRAPEZOID -> w.trapezoid();
                case EXACT -> w.exact();
            };
        }

        @Override
        public String toString() {
            return Words.of(this);
        }
    }

    public SamplerSettings {
        if (energySteps < 1 || keptRounds < 1 || moves < 0) {
            throw new IllegalArgumentException(
                    "energySteps and keptRounds must be at least 1, moves must not be negative");
        }
        if (train.horizon().start() < 1 && train.horizon().growth() > 0) {
            throw new IllegalArgumentException(
                    "paths must reach the energy at once: sampler.train.horizonGrowth must be 0");
        }
        if (!train.ladder().strengths().isEmpty()) {
            throw new IllegalArgumentException("an energy that is being learnt has no ladder");
        }
        if (train.ratios() == Ratios.TAYLOR && network.readout() == Readout.ENERGY) {
            throw new IllegalArgumentException("Taylor ratios need sampler.network.readout=plain");
        }
    }

    /** A flow to an energy, with random weights on the device of {@code rng}. */
    Flow flow(NeuralEnergy target, Rng rng) {
        AnnealingPath path = new AnnealingPath(train.ratios().of(target));
        return new Flow(path, network.build(target, rng), Precision.FP32).linked(train.link());
    }

    /** The defaults for two CPU cores. */
    public static SamplerSettings defaults() {
        return new SamplerSettings(
                new NetworkSettings.Letf(32, 2, 1, true, Readout.ENERGY, false),
                train(128, 4, 16, 128, 3e-3, 0.01, 0.05, 0.99),
                SamplingSettings.DEFAULT.batches(1000),
                Weighting.EXACT,
                5,
                2,
                3);
    }

    /** For a GPU: many paths at once, and a flow between the quick and the paper's. */
    public static SamplerSettings gpu() {
        return new SamplerSettings(
                new NetworkSettings.Letf(64, 4, 2, true, Readout.ENERGY, false),
                train(1024, 4, 32, 512, 2e-3, 0.01, 0.05, 0.995),
                SamplingSettings.DEFAULT.batches(4000),
                Weighting.EXACT,
                10,
                2,
                3);
    }

    /** The paper's: leTF of width 128, 64 steps, AdamW at 1e-4, left weights, 10 updates of the flow to 1. */
    public static SamplerSettings paper() {
        return new SamplerSettings(
                new NetworkSettings.Letf(128, 4, 3, false, Readout.PLAIN, false),
                train(128, 8, 64, 128, 1e-4, 0, 1, 0.999),
                SamplingSettings.DEFAULT.steps(64, 4000),
                Weighting.LEFT,
                1,
                1,
                0);
    }

    /** Paths of all times, in rounds of ten steps; how long is for the energy to say. */
    private static TrainSettings train(
            int paths, int rounds, int times, int batch, double rate, double warmup, double last, double ema) {
        TrainSettings t = TrainSettings.DEFAULT;
        TrainSettings.Optimiser o = t.optimiser();
        return t.withMinutes(1)
                .with(new TrainSettings.Optimiser(batch, rate, warmup, last, o.weightDecay(), o.gradientClip(), ema))
                .with(t.paths().with(paths, 10, rounds, times))
                .with(TrainSettings.Horizon.WHOLE);
    }
}
