package io.github.dnfs4j.target;

import org.bytedeco.pytorch.Tensor;

/**
 * A target whose log ratios are a first-order Taylor expansion: one gradient serves all neighbours.
 *
 * <pre>{@code U(x with x_i set to tau) - U(x) ~ g_i(tau) - g_i(x_i),     g = dU/do at o = onehot(x), [n, d, S]}</pre>
 *
 * <p>Exact where U is linear in each o_i alone, as pairwise energies are; elsewhere it is biased, and so is every
 * estimate of d/dt log Z that uses the ratios. Exact weights stay unbiased: they hold for any reverse rates. The
 * ratios at site i depend on x_i, hence are no hollow features. Markov chains get the true conditionals.
 */
public record Taylor(Differentiable inner) implements ForwardingTarget, Climbable {
    @Override
    public Tensor logRatios(Tensor x) {
        return inner.linear(x).ratios();
    }

    @Override
    public Taylor rows(Tensor index) {
        return new Taylor(inner.rows(index));
    }

    @Override
    public Taylor withStrength(double strength) {
        return new Taylor((Differentiable) Climbable.climb(inner, strength));
    }
}
