package io.github.dnfs4j.net;

import org.bytedeco.pytorch.Tensor;

/**
 * What a network may see beside the state.
 *
 * @param features {@code c_i(tau) = U(x with x_i set to tau) - mean over tau}, [n, d, S]. Row i does not depend on x_i:
 *     it is a hollow feature, exact, and computed for the loss anyway.
 */
public record Context(Tensor features) {}
