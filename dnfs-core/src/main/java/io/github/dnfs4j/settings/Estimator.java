package io.github.dnfs4j.settings;

import io.github.dnfs4j.torch.Words;

/**
 * How c_t, the estimate of d/dt log Z_t, comes about. With {@code f = d/dt log p~_t} and Stein's control variate
 * {@code g = -sum (R - R')}, E_t[g] = 0, so that {@code xi = f - g}:
 */
public enum Estimator {
    /** {@code mean f}. */
    NAIVE,
    /** {@code mean (f - g)}, the paper's; {@code mean f} at times where its variance is the smaller one. */
    CONTROL_VARIATE,
    /** {@code mean (f - b g)} with {@code b = Cov(f, g) / Var(g)} of the same states. */
    OPTIMAL,
    /** A network of t, trained by the same loss: the objective of LEAPS. */
    LEARNED;

    @Override
    public String toString() {
        return Words.of(this);
    }
}
