package io.github.dnfs4j.train;

import io.github.dnfs4j.flow.Link;
import io.github.dnfs4j.flow.StepKernel;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.settings.Estimator;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.settings.Ratios;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Precision;
import java.util.List;

/** Settings small enough for a test: a 3x3 lattice and a network of a few hundred weights. */
public final class Tiny {
    private Tiny() {}

    static TrainSettings train(int steps) {
        return new TrainSettings(
                steps,
                0,
                32,
                16,
                5,
                3,
                8,
                5e-3,
                0.03,
                0.02,
                1e-4,
                500,
                0.9,
                0.25,
                0.5,
                5,
                StepKernel.EXPONENTIAL,
                1,
                1e9,
                Estimator.CONTROL_VARIATE,
                Link.RELU,
                Ratios.EXACT,
                0,
                false,
                false,
                List.of(),
                0.8);
    }

    public static RunSettings run(int steps) {
        return new RunSettings(
                new TargetSettings.Ising(3, 0.15, 0.1),
                new NetworkSettings("letf", 8, 2, 1, true, Readout.ENERGY),
                train(steps),
                SamplingSettings.DEFAULT.steps(8, 64),
                7,
                "cpu",
                Precision.FP32);
    }
}
