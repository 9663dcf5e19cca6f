package io.github.dnfs4j.ebm;

import static io.github.dnfs4j.torch.Ops.pick;
import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.mcmc.Softmax;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A sampler that writes a state down site by site and then edits it (Dai et al. 2020):
 *
 * <pre>{@code
 * q(x_0) = prod_i q(x_i | x_0 .. x_{i-1})          a perceptron whose masked weights look back only
 * e(i, tau | x_k), k = 0..K-1                      sets site i to tau, which may be what it has
 * log w = U(x_K) + K log(1 / (d S)) - log q(x_0) - sum_k log e        v = 2 onehot - 1 without state 0, [n, d (S - 1)]
 * }</pre>
 *
 * <p>The weight holds an edited state's way against that of a process that undoes edits at random, so that E[w] = Z.
 */
final class EditSampler implements AutoCloseable {
    private final StateSpace space;
    private final int edits;
    private final Parameters parameters;
    private final Constant inputMask;
    private final Constant outputMask;

    EditSampler(StateSpace space, int hidden, int edits, Rng rng) {
        this.space = space;
        this.edits = edits;
        int d = space.sites();
        int s = space.states();
        int in = d * (s - 1);
        parameters = new Parameters.Builder()
                .add("start.in", Math.sqrt(2.0 / in), in, hidden)
                .add("start.bias", 0.1, hidden)
                .add("start.out", 0, hidden, (long) d * s)
                .add("start.last", 0, (long) d * s)
                .add("edit.in", Math.sqrt(2.0 / in), in, hidden)
                .add("edit.bias", 0.1, hidden)
                .add("edit.middle", Math.sqrt(2.0 / hidden), hidden, hidden)
                .add("edit.middle.bias", 0, hidden)
                .add("edit.out", 0, hidden, (long) d * s)
                .build(rng, ScalarType.Float);
        double[] first = new double[in * hidden];
        double[] last = new double[hidden * d * s];
        for (int h = 0; h < hidden; h++) {
            // Unit h sees the sites up to this one: all of them in turn, also where there are more than units.
            int sees = d == 1 ? -1 : (int) ((long) h * (d - 1) / hidden);
            for (int i = 0; i < in; i++) {
                first[i * hidden + h] = i / (s - 1) <= sees ? 1 : 0;
            }
            for (int o = 0; o < d * s; o++) {
                last[h * d * s + o] = sees >= 0 && o / s > sees ? 1 : 0;
            }
        }
        inputMask = Constant.of(first, in, hidden);
        outputMask = Constant.of(last, hidden, (long) d * s);
    }

    /** States [K + 1, n, d] and the edits between them, as i S + tau, [K, n]. */
    record Drafts(Tensor x, Tensor actions) {
        Tensor last() {
            return x.select(0, x.size(0) - 1);
        }
    }

    private Tensor values(Tensor x) {
        Tensor o = Ops.indicator(x, space.states()).to(parameters.values().scalar_type());
        return plus(times(o.narrow(-1, 1, space.states() - 1L).flatten(1, 2), 2), -1);
    }

    private Tensor masked(String name, Constant mask) {
        Tensor w = parameters.get(name);
        return w.mul(mask.like(w).to(w.scalar_type()));
    }

    /** log q(x_i = tau | sites before), [n, d, S]. */
    Tensor conditionals(Tensor x) {
        Tensor h = torch.silu(torch.addmm(parameters.get("start.bias"), values(x), masked("start.in", inputMask)));
        Tensor logits = torch.addmm(parameters.get("start.last"), h, masked("start.out", outputMask));
        return logits.to(ScalarType.Double)
                .view(x.size(0), space.sites(), space.states())
                .log_softmax(-1);
    }

    /** log e over (i, tau), [n, d S]. */
    private Tensor edits(Tensor x) {
        Tensor h = torch.silu(torch.addmm(parameters.get("edit.bias"), values(x), parameters.get("edit.in")));
        Tensor m = torch.silu(torch.addmm(parameters.get("edit.middle.bias"), h, parameters.get("edit.middle")));
        return m.matmul(parameters.get("edit.out")).to(ScalarType.Double).log_softmax(-1);
    }

    /** Writes and edits n states; without gradients. The result belongs to the caller's scope. */
    Drafts draw(int n, Rng rng) {
        int d = space.sites();
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor all = Tensors.zeros(ScalarType.Long, rng.device(), edits + 1L, n, d);
            Tensor actions = Tensors.zeros(ScalarType.Long, rng.device(), edits, n);
            Tensor uniforms = rng.uniform(d + (long) edits, n, 1);
            Tensor x = all.select(0, 0);
            for (int i = 0; i < d; i++) {
                try (Scope site = Scope.open()) {
                    Tensor logits = conditionals(x).select(1, i);
                    x.select(1, i).copy_(Softmax.draw(logits, uniforms.select(0, i)));
                }
            }
            for (int k = 0; k < edits; k++) {
                try (Scope edit = Scope.open()) {
                    Tensor now = all.select(0, k);
                    Tensor action = Softmax.draw(edits(now), uniforms.select(0, d + (long) k));
                    Tensor value = action.remainder(scalar((long) space.states()));
                    Tensor site = action.sub(value).floor_divide(scalar((long) space.states()));
                    actions.select(0, k).copy_(action);
                    all.select(0, k + 1L).copy_(now.scatter(1, site.unsqueeze(1), value.unsqueeze(1)));
                }
            }
            return new Drafts(scope.keep(all), scope.keep(actions));
        }
    }

    /** log probability of each draft, [n], with gradients. */
    Tensor logProbability(Drafts drafts) {
        Tensor start = drafts.x().select(0, 0);
        Tensor written = pick(conditionals(start), start).sum(-1);
        if (edits == 0) {
            return written;
        }
        Tensor before = drafts.x().narrow(0, 0, edits).flatten(0, 1);
        Tensor edited = pick(edits(before), drafts.actions().view(-1)).view(edits, -1);
        return written.add(edited.sum(0));
    }

    Parameters parameters() {
        return parameters;
    }

    @Override
    public void close() {
        parameters.close();
    }
}
