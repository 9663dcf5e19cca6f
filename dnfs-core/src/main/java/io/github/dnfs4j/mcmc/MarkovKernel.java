package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Rng;
import org.bytedeco.pytorch.Tensor;

/** A random move that leaves p_t invariant. */
public interface MarkovKernel {
    /** Moves every row of x [n, d] once; x itself is left as it is. */
    Tensor step(AnnealingPath path, Tensor x, double t, Rng rng);

    /** How many log densities one step of one chain looks at. */
    long targetEvaluations(StateSpace space);
}
