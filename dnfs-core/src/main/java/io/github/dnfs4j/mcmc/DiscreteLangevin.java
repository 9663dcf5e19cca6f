package io.github.dnfs4j.mcmc;

import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Discrete Langevin proposals (Zhang et al. 2022): every site moves on its own,
 *
 * <pre>{@code q_i(tau | x) ~ exp(r_i(tau) / 2 - [tau != x_i] / (2 alpha))}</pre>
 *
 * <p>with r the log ratios of p_t. In a {@link Metropolis} kernel it is DMALA; unadjusted it is DULA, whose law is only
 * near p_t, the nearer the smaller alpha.
 *
 * @param alpha the step size: the larger, the more sites move
 */
public record DiscreteLangevin(double alpha) implements LocalProposal {
    public DiscreteLangevin {
        if (!(alpha > 0)) {
            throw new IllegalArgumentException("the step size alpha must be above 0, not " + alpha);
        }
    }

    @Override
    public Tensor draw(Tensor x, Tensor r, Rng rng) {
        return Softmax.draw(logits(x, r), rng.uniform(x.size(0), x.size(1), 1));
    }

    @Override
    public Tensor logProbability(Tensor x, Tensor r, Tensor y) {
        return Ops.pick(logits(x, r).log_softmax(-1), y).sum(-1);
    }

    private Tensor logits(Tensor x, Tensor r) {
        Tensor moves = x.unsqueeze(-1).ne(Tensors.range(r.size(2), Tensors.device(x)));
        return times(r, 0.5).sub(times(moves.to(ScalarType.Double), 1 / (2 * alpha)));
    }
}
