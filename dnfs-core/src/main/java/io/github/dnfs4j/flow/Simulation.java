package io.github.dnfs4j.flow;

import io.github.dnfs4j.torch.Rng;
import java.util.function.IntConsumer;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link Simulator}, again and again. It keeps its tensors, and on CUDA the recorded work, from one run to the
 * next; one run at a time.
 */
public interface Simulation extends AutoCloseable {
    /**
     * Runs paths from the prior to the last time.
     *
     * @param rows the row of the target that each path belongs to, int64; as many as the paths at once or, of jumps that
     *     never meet, any number
     * @return where they ended, in the same order; it belongs to the caller's scope
     */
    Paths forward(Tensor rows, Rng rng, Simulator.@Nullable Observer observer);

    /**
     * Runs paths backwards from states x of the last time to time 0, and weighs them as if they had been run forward:
     * the mean of the exact log weight is an upper bound of log Z when the states are samples of the target, and
     * {@code U(x) - log w} averages to a lower bound of the log probability of x. Path j belongs to row j of the target.
     *
     * @param observer sees the states from the last time to the first
     * @return the states at time 0, U of the states given, and the weights
     */
    Paths backward(Tensor x, Rng rng, Simulator.@Nullable Observer observer);

    /** Tells, from any thread, how many more paths of the next runs have ended. Steps end all at once, and say nothing. */
    default void tell(IntConsumer ended) {}

    @Override
    void close();
}
