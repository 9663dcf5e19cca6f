package io.github.dnfs4j.net;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.bytedeco.pytorch.Tensor;

/**
 * A hollow network for periodic lattices; weights belong to offsets, so that it commutes with translations.
 *
 * <p>Each site j has C local features {@code u_j} of the 3 x 3 square around it. Site i gathers them from the whole
 * lattice, with x_i cut out of the nine that would see it, next to the values of the 5 x 5 square around itself:
 *
 * <pre>{@code
 * u_j\i = gelu(sum over p in 3x3, j+p != i, of W[p] e_{j+p} + b(t))                           [C]
 * z_i   = sum over q in 5x5, q != 0, of A[q] e_{i+q}
 *         + sum over o in 3x3 of N[o] u_{i+o}\i + F sum over all other o of V[o] * u_{i+o}  + a(t)   [h]
 * z_i   <- z_i + MLP(normalise(z_i)),  once a layer
 * }</pre>
 *
 * <p>a and b are linear in a {@link TimeEmbedding} of few numbers. The far sum is by channel, a correlation with weights for
 * every offset: by Fourier transforms it costs n d log d C, or n d^2 C as a product with one circulant matrix a channel, as a
 * card does it on small lattices. It makes the pooled means of a critical lattice, where a patch alone is not enough.
 *
 * <p>Only V knows how large the lattice is: the weights of a smaller square lattice of 5 sites a side or more are a beginning for a larger one.
 */
public final class LeLattice extends LatticeNet {
    private final Torus torus;

    public LeLattice(LatticeShape shape) {
        super(shape, new LatticeFeatures(shape));
        torus = shape.torus();
    }

    @Override
    public Map<String, Tensor> grown(Map<String, Tensor> weights, Collection<String> names) {
        Map<String, Tensor> own = new TreeMap<>(weights);
        own.computeIfPresent(LatticeParameters.FAR, (name, smaller) -> FarWeights.grown(smaller, torus));
        return own;
    }
}
