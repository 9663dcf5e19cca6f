package org.example.clock;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.train.TrainListener;
import io.github.dnfs4j.train.Trainer;
import java.util.Locale;

/** Trains a sampler of a small clock model and compares its log Z with the sum over all states. */
public final class Main {
    private static final int SIDE = 3;
    private static final double BETA = 0.6;

    private Main() {}

    public static void main(String[] args) {
        Clock target = new Clock(SIDE, BETA);
        double[] logw;
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            var net = NetworkSettings.suited(target).build(target, rng);
            var flow = new Flow(new AnnealingPath(target), net, Precision.FP32);
            try (var trainer = new Trainer(flow, TrainSettings.DEFAULT.withSteps(100), rng)) {
                trainer.run(new TrainListener() {}, () -> false);
                trainer.useAverage();
            }
            logw = new FlowSampler(SamplingSettings.DEFAULT.simulator(flow), 1024)
                    .sample(2000, rng)
                    .logWeights();
        }
        double logZ = Weights.logMean(logw);
        double error = Weights.logMeanStandardError(logw);
        double exact = enumerated();
        System.out.printf(Locale.ROOT, "log Z = %.4f +- %.4f, ESS %.3f%n", logZ, error, Weights.ess(logw));
        System.out.printf(Locale.ROOT, "enumerated: %.4f%n", exact);
        if (!(Math.abs(logZ - exact) < 5 * error)) {
            System.err.println("log Z is more than five standard errors away");
            System.exit(1);
        }
    }

    /** log Z in plain Java, by digits. */
    private static double enumerated() {
        int d = SIDE * SIDE;
        double z = 0;
        for (int state = 0; state < Math.round(Math.pow(3, d)); state++) {
            int[] x = new int[d];
            for (int i = 0, rest = state; i < d; i++, rest /= 3) {
                x[i] = rest % 3;
            }
            double u = 0;
            for (int i = 0; i < d; i++) {
                u += i % SIDE + 1 < SIDE ? Math.cos(2 * Math.PI * (x[i] - x[i + 1]) / 3) : 0;
                u += i + SIDE < d ? Math.cos(2 * Math.PI * (x[i] - x[i + SIDE]) / 3) : 0;
            }
            z += Math.exp(BETA * u);
        }
        return Math.log(z);
    }
}
