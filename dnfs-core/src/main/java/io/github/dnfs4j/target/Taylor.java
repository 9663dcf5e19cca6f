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
public record Taylor(Differentiable exact) implements Target {

    @Override
    public StateSpace space() {
        return exact.space();
    }

    @Override
    public Tensor logDensity(Tensor x) {
        return exact.logDensity(x);
    }

    @Override
    public Tensor logRatios(Tensor x) {
        return exact.linear(x).ratios();
    }

    @Override
    public Tensor logRatiosAt(Tensor x, int site) {
        return exact.logRatiosAt(x, site);
    }

    @Override
    public Taylor rows(Tensor index) {
        return new Taylor(exact.rows(index));
    }

    @Override
    public Target withStrength(double strength) {
        return new Taylor((Differentiable) exact.withStrength(strength));
    }

    @Override
    public boolean symmetric() {
        return exact.symmetric();
    }

    @Override
    public double inverseTemperature() {
        return exact.inverseTemperature();
    }
}
