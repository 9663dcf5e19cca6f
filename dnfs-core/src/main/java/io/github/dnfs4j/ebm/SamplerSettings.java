package io.github.dnfs4j.ebm;

import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.train.NetworkSettings;
import io.github.dnfs4j.train.Ratios;
import io.github.dnfs4j.train.SamplingSettings;
import io.github.dnfs4j.train.TrainSettings;
import java.util.Locale;

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
 * @param moves proposals of gradient-guided Metropolis after each flow proposal of eb-dnfs-mh; 0 for none
 */
public record SamplerSettings(
        NetworkSettings network,
        TrainSettings train,
        SamplingSettings sampling,
        Weighting weights,
        int energySteps,
        int moves) {
    /** Which log weights of a path. */
    public enum Weighting {
        LEFT,
        TRAPEZOID,
        EXACT;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public SamplerSettings {
        if (energySteps < 1 || moves < 0) {
            throw new IllegalArgumentException("energySteps must be at least 1, moves must not be negative");
        }
        if (train.horizonStart() < 1 && train.horizonGrowth() > 0) {
            throw new IllegalArgumentException(
                    "paths must reach the energy at once: sampler.train.horizonGrowth must be 0");
        }
        if (!train.ladder().isEmpty()) {
            throw new IllegalArgumentException("an energy that is being learnt has no ladder");
        }
        if (train.ratios() == Ratios.TAYLOR && network.readout() == Readout.ENERGY) {
            throw new IllegalArgumentException("Taylor ratios need sampler.network.readout=plain");
        }
    }

    /** The defaults for two CPU cores. */
    public static SamplerSettings defaults() {
        TrainSettings t = TrainSettings.DEFAULT;
        return new SamplerSettings(
                new NetworkSettings("letf", 32, 2, 1, true, Readout.ENERGY),
                new TrainSettings(
                        0,
                        1,
                        128,
                        256,
                        10,
                        4,
                        16,
                        3e-3,
                        0.01,
                        0.05,
                        t.weightDecay(),
                        t.gradientClip(),
                        0.99,
                        1,
                        0,
                        t.logRatioClip(),
                        t.kernel(),
                        t.reversibleFloor(),
                        t.checkpointSeconds(),
                        t.estimator(),
                        t.link(),
                        t.ratios(),
                        0,
                        false,
                        t.ladder(),
                        t.ladderDrop()),
                SamplingSettings.DEFAULT.with(64, 1024),
                Weighting.EXACT,
                5,
                0);
    }
}
