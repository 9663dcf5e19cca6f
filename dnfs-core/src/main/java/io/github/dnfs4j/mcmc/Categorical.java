package io.github.dnfs4j.mcmc;

import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;

/** Draws from {@code softmax(logits)} over the last dimension, one for each of the other indices. */
final class Categorical {
    private Categorical() {}

    /** By inverting the cumulated probabilities: logits [.., S], uniforms [.., 1] give [..]. */
    static Tensor draw(Tensor logits, Tensor uniforms) {
        Tensor below = logits.softmax(-1).cumsum(-1).le(uniforms);
        return below.sum(-1).clamp_max(scalar(logits.size(-1) - 1));
    }

    /**
     * By the largest of {@code logit + Gumbel noise}: never an entry of minus infinity, however many there are. For
     * long rows of which most may be forbidden.
     */
    static Tensor drawAllowed(Tensor logits, Rng rng) {
        Tensor noise = rng.uniform(Tensors.shape(logits)).log().neg().log().neg();
        return logits.add(noise).argmax(new LongOptional(-1), false);
    }
}
