package io.github.dnfs4j.mcmc;

import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Gibbs with gradients (Grathwohl et al. 2021): one site moves, chosen with its new value by
 *
 * <pre>{@code q(i, tau | x) ~ exp(r_i(tau) / 2),   tau != x_i}</pre>
 *
 * <p>with r the log ratios of p_t. The half makes q locally balanced: forward and reverse nearly cancel in the
 * acceptance. Use it in a {@link Metropolis} kernel.
 */
public final class GibbsWithGradients implements LocalProposal {
    @Override
    public Tensor draw(Tensor x, Tensor r, Rng rng) {
        long s = r.size(2);
        Tensor move = Softmax.draw(logits(x, r), rng.uniform(x.size(0), 1));
        Tensor value = move.remainder(scalar(s));
        Tensor site = move.sub(value).floor_divide(scalar(s));
        return x.scatter(1, site.unsqueeze(1), value.unsqueeze(1));
    }

    @Override
    public Tensor logProbability(Tensor x, Tensor r, Tensor y) {
        Tensor site = x.ne(y).to(ScalarType.Long).argmax(new LongOptional(1), false);
        Tensor value = Ops.pick(y, site);
        Tensor move = site.mul(scalar(r.size(2))).add(value);
        return Ops.pick(logits(x, r).log_softmax(-1), move);
    }

    /** r / 2 with the moves that stay cut out, [n, d S]. */
    private static Tensor logits(Tensor x, Tensor r) {
        Tensor stays = x.unsqueeze(-1).eq(Tensors.range(r.size(2), Tensors.device(x)));
        return times(r, 0.5)
                .masked_fill(stays, scalar(Double.NEGATIVE_INFINITY))
                .view(x.size(0), -1);
    }
}
