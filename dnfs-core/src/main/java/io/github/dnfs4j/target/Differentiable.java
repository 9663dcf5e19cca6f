package io.github.dnfs4j.target;

import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Scope;
import org.bytedeco.pytorch.AutoGradMode;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * A target whose log density also takes points between the states, so that it has a gradient. One gradient guesses all
 * log ratios at once:
 *
 * <pre>{@code U(x with x_i set to tau) - U(x) ~ g_i(tau) - g_i(x_i),     g = dU/do at o = onehot(x), [n, d, S]}</pre>
 */
public interface Differentiable extends Target {
    /**
     * U at weights instead of states.
     *
     * @param o fp64 [n, d, S]; a state is the one-hot row {@code o_i(tau) = [x_i = tau]}, where this equals
     *     {@link #logDensity}
     * @return [n]
     */
    Tensor relaxed(Tensor o);

    /** Whether a gradient is much cheaper than all log ratios: so where those have no closed form. */
    default boolean prefersGradient() {
        return false;
    }

    /** U [n] at x and the guesses of its log ratios [n, d, S]. */
    record Linear(Tensor u, Tensor ratios) {}

    /** The expansion at states x [n, d]. The result belongs to the caller's scope and has no gradients itself. */
    default Linear linear(Tensor x) {
        try (Scope scope = Scope.open();
                AutoGradMode on = new AutoGradMode(true)) {
            Tensor o = Ops.oneHot(x, space().states());
            o.set_requires_grad(true);
            Tensor u = relaxed(o);
            // Of o alone: the parameters of a neural energy keep the gradients they have.
            Tensor g =
                    torch.grad(new TensorVector(u.sum()), new TensorVector(o)).get(0);
            Tensor ratios = g.sub(Ops.pick(g, x).unsqueeze(-1)).detach();
            return new Linear(scope.keep(u.detach()), scope.keep(ratios));
        }
    }

    @Override
    default Differentiable rows(Tensor index) {
        return this;
    }
}
