package io.github.dnfs4j.path;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import org.bytedeco.pytorch.Tensor;

/**
 * The path from the uniform distribution {@code eta} to the target {@code rho = exp(U)}:
 *
 * <pre>{@code log p~_t(x) = t U(x) + (1 - t) log eta,   log eta = -d log S,   Z_0 = 1}</pre>
 *
 * <p>Because eta is uniform, the log ratio of neighbours at time t is t times the target's.
 */
public record AnnealingPath(Target target) {

    public StateSpace space() {
        return target.space();
    }

    /** n states of the uniform distribution, [n, d]. */
    public Tensor start(int n, Rng rng) {
        return rng.integers(space().states(), n, space().sites());
    }

    /** log eta, the same for every state. */
    public double logPrior() {
        return -space().logSize();
    }

    /** log p~_t from U [n] and t [], [n]. */
    public Tensor logDensity(Tensor u, Tensor t) {
        return u.mul(t).add(times(plus(t.neg(), 1), logPrior()));
    }

    /** log p~_t from U [n], for a time known to the host. */
    public Tensor logDensity(Tensor u, double t) {
        return plus(times(u, t), (1 - t) * logPrior());
    }

    /** d/dt log p~_t from U, [n]; it does not depend on t. */
    public Tensor timeDerivative(Tensor u) {
        return plus(u, -logPrior());
    }

    /** The path whose row k is this one's row {@code index[k]}. */
    public AnnealingPath rows(Tensor index) {
        return new AnnealingPath(target.rows(index));
    }
}
