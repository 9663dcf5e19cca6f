package io.github.dnfs4j.target;

import org.bytedeco.pytorch.Tensor;

/** A target whose log density also takes points between the states, so that it has a gradient. */
public interface Differentiable extends Target {
    /**
     * U at weights instead of states.
     *
     * @param o fp64 [n, d, S]; a state is the one-hot row {@code o_i(tau) = [x_i = tau]}, where this equals
     *     {@link #logDensity}
     * @return [n]
     */
    Tensor relaxed(Tensor o);

    @Override
    default Differentiable rows(Tensor index) {
        return this;
    }
}
