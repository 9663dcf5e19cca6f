package io.github.dnfs4j.mcmc;

import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * Systematic-scan Gibbs sampling: each site in turn is redrawn from its conditional
 * {@code p_t(x_i = tau | rest) ~ exp(t ell_i(tau))}. A step is one sweep over all sites, of all chains at once.
 */
public final class Gibbs implements MarkovKernel {
    @Override
    public Tensor step(AnnealingPath path, Tensor x, double t, Rng rng) {
        int d = path.space().sites();
        int states = path.space().states();
        try (Scope sweep = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor y = x.clone();
            Tensor uniforms = rng.uniform(d, x.size(0), 1);
            for (int i = 0; i < d; i++) {
                try (Scope site = Scope.open()) {
                    Tensor conditional =
                            times(path.target().logRatiosAt(y, i), t).softmax(-1);
                    Tensor below = conditional.cumsum(-1).le(uniforms.select(0, i));
                    y.select(1, i).copy_(below.sum(-1).clamp_max(scalar(states - 1L)));
                }
            }
            return sweep.keep(y);
        }
    }

    @Override
    public long targetEvaluations(StateSpace space) {
        return space.neighbours();
    }
}
