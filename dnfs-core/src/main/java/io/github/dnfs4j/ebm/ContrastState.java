package io.github.dnfs4j.ebm;

import io.github.dnfs4j.train.TrainerState;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a {@link Contrast} in a checkpoint.
 *
 * @param updates of the energy that it has served
 * @param sampler where the training of a flow stands
 * @param logZ of a GFlowNet
 */
public record ContrastState(long updates, @Nullable TrainerState sampler, double logZ) {
    static final ContrastState NONE = new ContrastState(0, null, 0);
}
