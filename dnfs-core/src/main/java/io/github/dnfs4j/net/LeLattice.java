package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Rng;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

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
 */
public final class LeLattice extends LeNet {
    private final Settings settings;
    private final LatticeFeatures features;

    /**
     * The shape of the network.
     *
     * @param torus the lattice
     * @param states S
     * @param hidden h
     * @param channels C
     * @param layers perceptrons at each site after the gathering
     * @param readout what the last layer sees
     * @param isotropic whether it commutes with the reflections and quarter turns of the lattice as well; then C is
     *     rounded up to a multiple of their number
     */
    public record Settings(
            Torus torus, int states, int hidden, int channels, int layers, Readout readout, boolean isotropic) {
        public Settings {
            checkSpace(torus.sites(), states, 2);
            LeTransformer.checkShape(hidden, 1, layers);
            if (channels < 1) {
                throw new IllegalArgumentException("lelattice needs at least 1 local feature");
            }
            if (isotropic) {
                channels = (channels + torus.symmetries() - 1) / torus.symmetries() * torus.symmetries();
            }
        }

        /** Of a network that commutes with translations only. */
        public Settings(Torus torus, int states, int hidden, int channels, int layers, Readout readout) {
            this(torus, states, hidden, channels, layers, readout, false);
        }
    }

    /** A network with random weights on the device of {@code rng}. */
    public LeLattice(Settings settings, Rng rng, ScalarType dtype) {
        this(settings, Head.of(settings.readout, settings.hidden, settings.states), rng, dtype);
    }

    /** A lattice network under a given head; the settings' states are those that it lets the network see. */
    public LeLattice(Settings settings, Head head, Rng rng, ScalarType dtype) {
        this(settings, head, p -> p.build(rng, dtype));
    }

    private LeLattice(Settings s, Head head, Function<Parameters.Builder, Parameters> build) {
        super(head, p -> register(s, p), build);
        settings = s;
        features = new LatticeFeatures(s);
    }

    private static void register(Settings s, Parameters.Builder p) {
        new LatticeFeatures(s).register(p);
        Perceptrons.register(p, s.hidden, s.layers);
    }

    @Override
    public LeLattice replica() {
        return new LeLattice(settings, head(), p -> parameters().replica());
    }

    @Override
    Tensor hidden(Parameters.ByName w, Tensor x, Tensor t, Context context) {
        refuse(context.mask());
        Tensor z = Perceptrons.of(w, features.gather(w, x, t), settings.layers);
        return z.view(x.size(0), settings.torus.sites(), settings.hidden);
    }
}
