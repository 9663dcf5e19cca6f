package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.target.Differentiable;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/** Where a proposal takes its guess of {@code U(x with x_i = tau) - U(x)} from; acceptance mends a wrong one. */
public enum Guess {
    /** The target's log ratios, which are no guess. */
    EXACT,
    /** {@code g_i(tau) - g_i(x_i)} with g the gradient of U at the one-hot vectors; needs a {@link Differentiable}. */
    GRADIENT;

    /** Backward through U costs about twice what U costs. */
    private static final long GRADIENT_COST = 3;

    /** Gradients where the target has no closed form for its log ratios. */
    public static Guess of(Target target) {
        return target instanceof Differentiable d && d.prefersGradient() ? GRADIENT : EXACT;
    }

    /** U [n] and the guesses [n, d, S] at x. */
    record Local(Tensor u, Tensor ratios) {
        void assign(Local other, Tensor where) {
            u.copy_(other.u.where(where, u));
            ratios.copy_(other.ratios.where(where.view(-1, 1, 1), ratios));
        }
    }

    Local at(Target target, Tensor x) {
        if (this == EXACT) {
            try (NoGradGuard guard = new NoGradGuard()) {
                return new Local(target.logDensity(x), target.logRatios(x));
            }
        }
        if (!(target instanceof Differentiable smooth)) {
            throw new IllegalArgumentException("this target has no gradient; use its log ratios");
        }
        Differentiable.Linear linear = smooth.linear(x);
        return new Local(linear.u(), linear.ratios());
    }

    long evaluations(StateSpace space) {
        return this == EXACT ? 1 + space.neighbours() : GRADIENT_COST;
    }
}
