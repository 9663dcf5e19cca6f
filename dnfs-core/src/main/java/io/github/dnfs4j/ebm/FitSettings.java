package io.github.dnfs4j.ebm;

import static io.github.dnfs4j.torch.Plausible.check;

import io.github.dnfs4j.optim.Clock;
import io.github.dnfs4j.optim.LearningRate;
import io.github.dnfs4j.torch.Plausible;

/**
 * How the energy is fitted, whatever the method.
 *
 * @param steps updates of the energy; 0 when {@code minutes} decides
 * @param minutes wall-clock budget, all samplers included; 0 when {@code steps} decides
 * @param batch data in one update
 * @param learningRate the largest learning rate
 * @param warmup share of the run in which the rate grows to it
 * @param finalRate share of it that is left at the end of the cosine decay
 * @param weightDecay of AdamW
 * @param gradientClip largest norm of the gradient
 * @param ema decay of the moving average of the weights
 * @param l1 penalty on the sum of an Ising matrix's absolute values
 * @param l1Shape where above 0, a coupling J is penalised by the share {@code 1 / (1 + |J| / l1Shape)} only, so that
 *     strong couplings are not shrunk
 * @param checkpointSeconds time between two checkpoints
 */
public record FitSettings(
        int steps,
        double minutes,
        int batch,
        double learningRate,
        double warmup,
        double finalRate,
        double weightDecay,
        double gradientClip,
        double ema,
        double l1,
        double l1Shape,
        double checkpointSeconds) {
    /** The defaults. */
    public static final FitSettings DEFAULT = new FitSettings(0, 3, 256, 2e-3, 0.02, 0.01, 0, 10, 0.995, 0, 0, 60);

    /** For a GPU: a minute, large batches. */
    public static final FitSettings GPU = new FitSettings(0, 0.8, 1024, 1e-3, 0.02, 0.01, 0, 10, 0.998, 0, 0, 60);

    /** The paper's: AdamW at 1e-4, batch 128. It does not say how long; 10,000 updates are 100,000 of the flow. */
    public static final FitSettings PAPER = new FitSettings(10_000, 0, 128, 1e-4, 0, 1, 0, 1000, 0.999, 0, 0, 60);

    public FitSettings {
        Clock.check(steps, minutes);
        Plausible.check("batch", batch, Plausible.BATCH);
        new LearningRate(learningRate, warmup, finalRate); // refuses what is none
        check(weightDecay >= 0 && l1 >= 0 && l1Shape >= 0, "weightDecay, l1 and l1Shape must not be negative");
        check(gradientClip > 0, "gradientClip must be positive");
        check(ema >= 0 && ema < 1, "ema must lie in 0..1, 1 excluded");
        check(checkpointSeconds > 0, "checkpointSeconds must be positive");
    }

    /** The learning rate over the run. */
    LearningRate rate() {
        return new LearningRate(learningRate, warmup, finalRate);
    }
}
