package io.github.dnfs4j.experiment.compare;

import io.github.dnfs4j.torch.Plausible;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What all samplers of a comparison share.
 *
 * @param samples of each
 * @param timeSteps of chains, annealings and flows by steps
 * @param cells of flows by jumps; null for each model's own
 * @param gfnMinutes how long to train a GFlowNet that is not trained yet
 * @param gfnFolder where to keep it; null to forget it
 * @param seed of all, each begins at it
 */
public record ComparisonSettings(
        int samples,
        int timeSteps,
        @Nullable Integer cells,
        double gfnMinutes,
        @Nullable Path gfnFolder,
        long seed) {
    public ComparisonSettings {
        if (samples < 2) {
            throw new IllegalArgumentException("a comparison needs at least 2 samples, not " + samples);
        }
        Plausible.check("time steps", timeSteps, Plausible.STEPS);
        if (!(gfnMinutes > 0) || Double.isInfinite(gfnMinutes)) {
            throw new IllegalArgumentException("the minutes of training must be above 0, not " + gfnMinutes);
        }
    }
}
