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
     * The weights that this network begins with, by name, of those of a network of its kind for another lattice, which has
     * some more or some less. They are taken as they are unless the kind says how it grows.
     */
    default Map<String, Tensor> grown(Map<String, Tensor> weights) {
        return weights;
    }

    /** This network on its own weights, with gradients of its own: for a second thread. */
    RateNet replica();

    @Override
    default void close() {
        parameters().close();
    }
}
