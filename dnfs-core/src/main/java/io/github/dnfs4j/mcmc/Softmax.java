package io.github.dnfs4j.mcmc;

import static io.github.dnfs4j.torch.Ops.scalar;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Draws from {@code softmax(logits)} over the last dimension, one for each of the other indices. */
public final class Softmax {
    private Softmax() {}

    /**
     * By inverting the cumulated probabilities: logits [.., S], uniforms [.., 1] give [..]. An entry of minus infinity
     * is never drawn: points are scaled to the sum as it was rounded, so none falls beyond the last possible entry.
     */
    public static Tensor draw(Tensor logits, Tensor uniforms) {
        Tensor p = logits.to(ScalarType.Double).softmax(-1);
        // Along the first dimension: along a last one of few entries a GPU takes a hundred times as long.
        Tensor cumulated = p.movedim(-1, 0).contiguous().cumsum(0).movedim(0, -1);
        long last = logits.size(-1) - 1;
        Tensor points = uniforms.mul(cumulated.narrow(-1, last, 1));
        return cumulated.le(points).sum(-1).clamp_max(scalar(last));
    }
}
