package io.github.dnfs4j.target;

import org.bytedeco.pytorch.Tensor;

/**
 * A target without closed-form log ratios whose log density extends to real one-hot vectors, as a neural energy does.
 * Its gradient there estimates all log ratios at once: {@code U(x with x_i = tau) - U(x) ~ g_i(tau) - g_i(x_i)}.
 */
public interface RelaxedTarget extends Target {
    /** U, [n], differentiable in {@code oneHot} [n, d, S] fp64; equal to {@link #logDensity} at one-hot vectors. */
    Tensor relaxedLogDensity(Tensor oneHot);
}
