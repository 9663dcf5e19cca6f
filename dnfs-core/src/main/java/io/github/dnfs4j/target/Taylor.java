package io.github.dnfs4j.target;

import static io.github.dnfs4j.torch.Ops.oneHot;
import static io.github.dnfs4j.torch.Ops.pick;

import io.github.dnfs4j.torch.Scope;
import org.bytedeco.pytorch.AutoGradMode;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

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
        try (Scope scope = Scope.open();
                AutoGradMode on = new AutoGradMode(true)) {
            Tensor o = oneHot(x, space().states());
            o.set_requires_grad(true);
            // Of o alone: the parameters of a neural energy keep the gradients they have.
            Tensor g = torch.grad(new TensorVector(exact.relaxed(o).sum()), new TensorVector(o))
                    .get(0);
            return scope.keep(g.sub(pick(g, x).unsqueeze(-1)).detach());
        }
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
    public double inverseTemperature() {
        return exact.inverseTemperature();
    }
}
