package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;

/** A random move that leaves {@code exp(s U)} invariant: U is the log density of a target, s a strength. */
public interface MarkovKernel {
    /** Moves every row of x [n, d] once; x itself is left as it is. */
    Tensor step(Target target, Tensor x, double strength, Rng rng);

    /** How many log densities one step of one chain looks at. */
    long targetEvaluations(StateSpace space);

    /** A step that also says how much of it was accepted. */
    default Move move(Target target, Tensor x, double strength, Rng rng) {
        return new Move(step(target, x, strength, rng), Tensors.full(1, Tensors.device(x), x.size(0)));
    }

    /**
     * Where a step led.
     *
     * @param x the new states, [n, d]
     * @param acceptance share of accepted proposals of each chain, [n]; 1 for a kernel that never refuses
     */
    record Move(Tensor x, Tensor acceptance) {}

    /** The kernel that makes {@code times} steps of this one as its step. */
    default MarkovKernel repeated(int times) {
        return new Sweeps(this, times);
    }
}
