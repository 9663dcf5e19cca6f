package io.github.dnfs4j.target;

import io.github.dnfs4j.torch.Rng;
import org.bytedeco.pytorch.Tensor;

/**
 * A target on a part of {0, 1}^d: outside of it the density is zero, and {@link Target#logRatios} at moves that lead
 * there mean nothing. Where sites stand in each other's way, they move in turns.
 */
public interface Constrained {
    /** Which sites may move alone without leaving the support, bool [n, d]; that of site i does not depend on x_i. */
    Tensor open(Tensor x);

    /**
     * By how much the rates of each site count in one step, fp64 [n, d]: 0 for those that wait. Sites whose turn it is
     * may move together, whatever the state; on average over the priorities every rate counts once.
     *
     * @param priorities uniforms, [n, d]
     */
    Tensor turns(Tensor priorities);

    /** n states that follow {@code exp(strength U)} on the support, [n, d]; row k is of instance k. */
    Tensor start(double strength, int n, Rng rng);

    /**
     * The scale of the rates at strengths s [n], [n]: what a single site without any other would need. Near a start of
     * few selected sites it is small, and a network that had to learn it would begin far off.
     */
    Tensor rateScale(Tensor strength);
}
