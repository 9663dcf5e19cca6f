package io.github.dnfs4j.ebm;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Rng;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/** States to learn from. */
public interface Data extends AutoCloseable {
    StateSpace space();

    /** n states for training, int64 [n, d], on the device of {@code rng}. */
    Tensor train(int n, Rng rng);

    /** At most n states that training never sees. */
    Tensor heldOut(int n, Rng rng);

    /** Says so where some of the data for training could not be told as states. */
    default void check() {}

    /** How states stand for points of the plane, where they do. */
    default Optional<GrayCode> code() {
        return Optional.empty();
    }

    /** log p(x) of states x [n, d] under the law that the data are drawn from, fp64 [n], where that is known. */
    default Optional<Tensor> logProbability(Tensor x) {
        return Optional.empty();
    }

    @Override
    void close();
}
