package io.github.dnfs4j.gfn;

import static io.github.dnfs4j.torch.Ops.pick;
import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.mcmc.Softmax;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A Markov move made of a GFlowNet (Zhang et al. 2022): K sites of x are unset by P_B, K are filled in by P_F, and the
 * result y replaces x by Barker's rule,
 *
 * <pre>{@code
 * accept with probability sigmoid(U(y) - U(x) + log q(way back) - log q(way there))
 * q(way there) = prod P_B(sites unset) prod P_F(sites filled);  the way back unsets those filled, and fills those unset
 * }</pre>
 *
 * <p>The target is invariant whatever the policy.
 */
public final class BackAndForth {
    private final FillPolicy policy;
    private final int sites;

    /** Moves that unset and fill so many sites. */
    public BackAndForth(FillPolicy policy, int sites) {
        if (sites < 1 || sites > policy.space().sites()) {
            throw new IllegalArgumentException("of " + policy.space().sites() + " sites " + sites + " cannot be unset");
        }
        this.policy = policy;
        this.sites = sites;
    }

    /** Moves x [n, d], which stays as it is. */
    public Tensor step(Target target, Tensor x, Rng rng) {
        long n = x.size(0);
        long s = policy.space().states();
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor uniforms = rng.uniform(2L * sites + 1, n, 1);
            Tensor z = x.clone();
            Tensor ratio = Tensors.full(0, Tensors.device(x), n);
            Tensor outputs = policy.outputs(z);
            for (int k = 0; k < sites; k++) {
                try (Scope inner = Scope.open()) {
                    Tensor back = policy.backward(outputs, z);
                    Tensor site = Softmax.draw(back, uniforms.select(0, k));
                    Tensor value = pick(z, site);
                    z = inner.keep(z.scatter(
                            1,
                            site.unsqueeze(1),
                            torch.full_like(value, scalar(s)).unsqueeze(1)));
                    outputs = inner.keep(policy.outputs(z));
                    Tensor undone =
                            pick(policy.forward(outputs, z), site.mul(scalar(s)).add(value));
                    ratio = inner.keep(ratio.add(undone).sub(pick(back, site)));
                }
            }
            for (int k = 0; k < sites; k++) {
                try (Scope inner = Scope.open()) {
                    Tensor forward = policy.forward(outputs, z);
                    Tensor action = Softmax.draw(forward, uniforms.select(0, sites + (long) k));
                    Tensor value = action.remainder(scalar(s));
                    Tensor site = action.sub(value).floor_divide(scalar(s));
                    z = inner.keep(z.scatter(1, site.unsqueeze(1), value.unsqueeze(1)));
                    outputs = inner.keep(policy.outputs(z));
                    ratio = inner.keep(
                            ratio.add(pick(policy.backward(outputs, z), site)).sub(pick(forward, action)));
                }
            }
            Tensor accept =
                    target.logDensity(z).sub(target.logDensity(x)).add(ratio).sigmoid();
            Tensor taken = uniforms.select(0, 2L * sites).squeeze(-1).lt(accept);
            return scope.keep(z.where(taken.unsqueeze(1), x));
        }
    }
}
