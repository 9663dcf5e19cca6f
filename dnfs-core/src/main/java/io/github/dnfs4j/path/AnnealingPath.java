package io.github.dnfs4j.path;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.target.Constrained;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import org.bytedeco.pytorch.Tensor;

/**
 * The path from the uniform distribution {@code eta} to the target {@code rho = exp(U)}:
 *
 * <pre>{@code
 * log p~_t(x) = s(t) U(x) + (1 - t) log eta,   s(t) = begin + (1 - begin) t,   log eta = -sum_i log S_i
 * }</pre>
 *
 * <p>Because eta is uniform, the log ratio of neighbours at time t is s(t) times the target's. A path begins at 0, where
 * Z_0 = 1, unless the target is {@link Constrained}: then it begins where that can be sampled directly.
 *
 * @param begin s(0)
 */
public record AnnealingPath(Target target, double begin) {
    public AnnealingPath {
        if (!(begin < 1)) {
            throw new IllegalArgumentException("a path begins below strength 1, not at " + begin);
        }
        if (begin != 0 && !(target instanceof Constrained)) {
            throw new IllegalArgumentException("only the path of a constrained target begins elsewhere than at 0");
        }
    }

    /** From the uniform distribution. */
    public AnnealingPath(Target target) {
        this(target, 0);
    }

    public StateSpace space() {
        return target.space();
    }

    /** n states of p_0, [n, d]; row k is of instance k where rows differ. */
    public Tensor start(int n, Rng rng) {
        return target instanceof Constrained c ? c.start(begin, n, rng) : space().uniform(n, rng);
    }

    /** log eta, the same for every state. */
    public double logPrior() {
        return -space().logSize();
    }

    /** s at times t. */
    public Tensor strength(Tensor t) {
        return begin == 0 ? t : plus(times(t, 1 - begin), begin);
    }

    /** s at a time known to the host. */
    public double strength(double t) {
        return begin + (1 - begin) * t;
    }

    /** ds/dt. */
    public double slope() {
        return 1 - begin;
    }

    /** log p~_t from U [n] and t [], [n]. */
    public Tensor logDensity(Tensor u, Tensor t) {
        return u.mul(strength(t)).add(times(plus(t.neg(), 1), logPrior()));
    }

    /** log p~_t from U [n], for a time known to the host. */
    public Tensor logDensity(Tensor u, double t) {
        return plus(times(u, strength(t)), (1 - t) * logPrior());
    }

    /** d/dt log p~_t from U, [n]; it does not depend on t. */
    public Tensor timeDerivative(Tensor u) {
        return plus(begin == 0 ? u : times(u, 1 - begin), -logPrior());
    }

    /** The path whose row k is this one's row {@code index[k]}. */
    public AnnealingPath rows(Tensor index) {
        return new AnnealingPath(target.rows(index), begin);
    }
}
