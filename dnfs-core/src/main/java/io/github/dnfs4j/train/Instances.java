package io.github.dnfs4j.train;

import io.github.dnfs4j.torch.Rng;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/**
 * Many instances for one sampler. The paths of a round are G groups of equal size, one after the other, each with an
 * instance of its own, because d/dt log Z is another number for each and comes from the paths of its group. The rows of
 * the flow's target are those instances, G for each round that the replay buffer keeps.
 */
public interface Instances {
    /** G, which divides the number of trajectories. */
    int groups();

    /** Writes new instances to the rows {@code slot * groups()} to {@code (slot + 1) * groups() - 1} of the target. */
    void draw(int slot, Rng rng);

    /** Which instances the rows are, in tensors that a checkpoint holds. */
    default Map<String, Tensor> state() {
        return Map.of();
    }

    /** Writes all rows again, once {@link #state} is what it was. */
    default void restored() {}
}
