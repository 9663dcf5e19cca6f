package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.Parameters;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/**
 * A locally equivariant network: {@code G(tau, i | x) = -G(x_i, i | x with x_i set to tau)}, so that one forward pass
 * gives the rates out of x and, through their sign, the rates into it from every neighbour.
 */
public interface RateNet extends AutoCloseable {
    /**
     * G at every site and value.
     *
     * @param x states, int64 [n, d]
     * @param t times, [n], of the type of the parameters
     * @param context what else the network may look at
     * @return G, [n, d, S], zero where tau = x_i
     */
    Tensor antisymmetric(Tensor x, Tensor t, Context context);

    Parameters parameters();

    /**
     * Weights by name, of which a network of this kind for another lattice has some more and some less, as this one begins
     * with them. They are as they were unless the kind says how it grows.
     */
    default <W> Map<String, W> grown(Map<String, W> weights) {
        return weights;
    }

    /** This network on its own weights, with gradients of its own: for a second thread. */
    RateNet replica();

    @Override
    default void close() {
        parameters().close();
    }
}
