package io.github.dnfs4j.mcmc;

import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * Gibbs sampling of any target: one site after another is redrawn from its conditional
 * {@code p(x_i = tau | rest) ~ exp(s ell_i(tau))}. A step is d such updates, of all chains at once.
 *
 * <p>With a random scan the d sites are drawn with replacement, the same ones for all chains: given the sites the
 * chains stay independent, and one column of ratios serves them all.
 */
public final class Gibbs implements MarkovKernel {
    private final boolean random;

    /** Systematic: every site in turn. */
    public Gibbs() {
        this(false);
    }

    private Gibbs(boolean random) {
        this.random = random;
    }

    /** Sites drawn at random. */
    public static Gibbs randomScan() {
        return new Gibbs(true);
    }

    @Override
    public Tensor step(Target target, Tensor x, double strength, Rng rng) {
        int d = target.space().sites();
        try (Scope sweep = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor y = x.clone();
            Tensor uniforms = rng.uniform(d, x.size(0), 1);
            long[] sites = random ? Tensors.longs(rng.integers(d, d)) : null;
            for (int k = 0; k < d; k++) {
                int i = sites == null ? k : (int) sites[k];
                try (Scope site = Scope.open()) {
                    Tensor logits = target.space().within(times(target.logRatiosAt(y, i), strength), i);
                    y.select(1, i).copy_(Softmax.draw(logits, uniforms.select(0, k)));
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
