package io.github.dnfs4j.train;

import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Precision;

/** Settings small enough for a test: a 3x3 lattice and a network of a few hundred weights. */
public final class Tiny {
    private Tiny() {}

    static TrainSettings train(int steps) {
        return TrainSettings.DEFAULT
                .with(new TrainSettings.Budget(steps, 0, 1e9))
                .with(new TrainSettings.Optimiser(32, 5e-3, 0.03, 0.02, 1e-4, 500, 0.9))
                .with(TrainSettings.DEFAULT.paths().with(16, 5, 3, 8))
                .with(new TrainSettings.Horizon(0.25, 0.5));
    }

    public static RunSettings run(int steps) {
        return new RunSettings(
                new TargetSettings.Ising(3, 0.15, 0.1),
                new NetworkSettings.Letf(8, 2, 1, true, Readout.ENERGY, false),
                train(steps),
                SamplingSettings.DEFAULT.steps(8, 64),
                7,
                "cpu",
                Precision.FP32);
    }
}
