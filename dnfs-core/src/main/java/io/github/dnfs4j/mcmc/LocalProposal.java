package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.torch.Rng;
import org.bytedeco.pytorch.Tensor;

/** A proposal q(y | x) made of (guesses of) the log ratios of p_t at x. */
public interface LocalProposal {
    /** Draws y [n, d] from x [n, d] and the ratios r [n, d, S] at x. */
    Tensor draw(Tensor x, Tensor r, Rng rng);

    /** log q(y | x), [n], with the ratios r at x; y is something that {@link #draw} can give. */
    Tensor logProbability(Tensor x, Tensor r, Tensor y);
}
