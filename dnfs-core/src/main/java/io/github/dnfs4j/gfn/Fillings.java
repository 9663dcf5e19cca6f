package io.github.dnfs4j.gfn;

import static io.github.dnfs4j.torch.Ops.pick;
import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.mcmc.Softmax;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Trajectories from the empty vector to full ones.
 *
 * @param z states, int64 [d + 1, n, d]; z[0] is empty, z[d] full
 * @param sites the site set in each step, int64 [d, n]
 */
record Fillings(Tensor z, Tensor sites) {

    /** The full vectors, [n, d]. */
    Tensor x() {
        return z.select(0, z.size(0) - 1);
    }

    /** Runs P_F with one uniform a step, uniforms [d, n, 1]. The result belongs to the caller's scope. */
    static Fillings forward(FillPolicy policy, Tensor uniforms) {
        StateSpace space = policy.space();
        int d = space.sites();
        long n = uniforms.size(1);
        long s = space.states();
        Fillings f = empty(space, n, uniforms);
        for (int k = 0; k < d; k++) {
            try (Scope step = Scope.open();
                    NoGradGuard guard = new NoGradGuard()) {
                Tensor now = f.z.select(0, k);
                Tensor logits = policy.forward(policy.outputs(now), now);
                Tensor action = Softmax.draw(logits, uniforms.select(0, k));
                Tensor value = action.remainder(scalar(s));
                Tensor site = action.sub(value).floor_divide(scalar(s));
                f.sites.select(0, k).copy_(site);
                f.z.select(0, k + 1).copy_(now.scatter(1, site.unsqueeze(1), value.unsqueeze(1)));
            }
        }
        return f;
    }

    /** Runs P_B from full vectors x [n, d] to the empty one. */
    static Fillings backward(FillPolicy policy, Tensor x, Tensor uniforms) {
        StateSpace space = policy.space();
        Fillings f = empty(space, x.size(0), x);
        f.x().copy_(x);
        for (int k = space.sites() - 1; k >= 0; k--) {
            try (Scope step = Scope.open();
                    NoGradGuard guard = new NoGradGuard()) {
                Tensor now = f.z.select(0, k + 1);
                Tensor site = Softmax.draw(policy.backward(policy.outputs(now), now), uniforms.select(0, k));
                f.sites.select(0, k).copy_(site);
                Tensor unset = Tensors.zeros(ScalarType.Long, Tensors.device(x), x.size(0), 1);
                unset.fill_(scalar((long) space.states()));
                f.z.select(0, k).copy_(now.scatter(1, site.unsqueeze(1), unset));
            }
        }
        return f;
    }

    private static Fillings empty(StateSpace space, long n, Tensor like) {
        int d = space.sites();
        Tensor z = Tensors.zeros(ScalarType.Long, Tensors.device(like), d + 1L, n, d);
        z.fill_(scalar((long) space.states()));
        return new Fillings(z, Tensors.zeros(ScalarType.Long, Tensors.device(like), d, n));
    }

    /** These trajectories and others after them. */
    Fillings and(Fillings other) {
        return new Fillings(Ops.cat(1, z, other.z), Ops.cat(1, sites, other.sites));
    }

    /** {@code log P_F(trajectory) - log P_B(trajectory | x)}, [n], by one pass over all states; with gradients. */
    Tensor logRatio(FillPolicy policy) {
        long steps = sites.size(0);
        long n = sites.size(1);
        long d = z.size(2);
        Tensor outputs = policy.outputs(z.view((steps + 1) * n, d));
        Tensor before = z.narrow(0, 0, steps).reshape(steps * n, d);
        Tensor after = z.narrow(0, 1, steps).reshape(steps * n, d);
        Tensor site = sites.reshape(steps * n);
        Tensor action = site.mul(scalar((long) policy.space().states())).add(pick(after, site));
        Tensor forward = pick(policy.forward(outputs.narrow(0, 0, steps * n), before), action);
        Tensor backward = pick(policy.backward(outputs.narrow(0, n, steps * n), after), site);
        return forward.sub(backward).view(steps, n).sum(0);
    }

    /** The log ratio of forward to backward probabilities, without gradients and one time at a time, for long vectors. */
    Tensor logRatioOnly(FillPolicy policy) {
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor sum = Tensors.full(0, Tensors.device(z), sites.size(1));
            for (int k = 0; k < sites.size(0); k++) {
                try (Scope step = Scope.open()) {
                    sum.add_(new Fillings(z.narrow(0, k, 2), sites.narrow(0, k, 1)).logRatio(policy));
                }
            }
            return scope.keep(sum);
        }
    }
}
