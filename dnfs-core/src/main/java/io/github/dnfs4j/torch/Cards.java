package io.github.dnfs4j.torch;

import org.bytedeco.pytorch.Tensor;

/**
 * The cards of all ranks, which add up and hand around what lies on them without their hosts. Each of these is put on the
 * current stream like any kernel: the host waits for nobody, and a {@link Replay} can record it.
 */
interface Cards {
    /** Whether a tensor lies on one of them. */
    boolean hold(Tensor tensor);

    /** Adds up the tensors of all ranks, each in place, as one piece of work. */
    void sum(Tensor... tensors);

    /** Gives the tensor of rank 0 to all, in place. */
    void share(Tensor tensor);

    /** Lets them wait no longer for one that is lost; what they were adding up is no sum then. May never return. */
    void abandon();

    /** How a rank comes to its card. */
    interface Maker {
        /** Where this rank computes. */
        Seat seat(Device device);

        /** By which the cards find each other; made by rank 0 for all. */
        byte[] key();

        /** Waits for the others, which do the same. */
        Cards join(byte[] key, int rank, int size);
    }
}
