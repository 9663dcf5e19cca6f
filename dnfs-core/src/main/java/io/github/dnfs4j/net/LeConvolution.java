package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.affine;
import static io.github.dnfs4j.torch.Ops.gelu;
import static io.github.dnfs4j.torch.Ops.normalise;

import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Tape;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * leConv, the locally equivariant convolutional network of LEAPS: a convolution whose centre is cut out, then
 * convolutions of the values, again without the centre, whose kernels depend on what is known so far. With e_j the value
 * of site j, o over the offsets of a square on the torus, and {@code *} by channel,
 *
 * <pre>{@code
 * z_i <- gelu(sum over o != 0 of W_0[o] e_{i+o} + time)
 * z_i <- z_i + gelu(sum over o != 0 of K_l(z_i)[o] e_{i+o} + b_l),    K_l(z)[o] = sum over m of (A_lm z + a_lm) * W_lm[o]
 * }</pre>
 *
 * <p>Each kernel is a mixture of M fixed ones, so that a layer is one product. Depth keeps z_i hollow: z_i itself does
 * not know x_i, and every layer reads the values, never another site's z. Kernels are 3, 5, 7, .. wide; the last one
 * spans the lattice. Data of another shape is padded with empty sites to the next square.
 */
public final class LeConvolution implements HollowBody {
    private final Settings settings;
    private final TimeEmbedding time;
    private final List<Patches> patches = new ArrayList<>();

    /**
     * The shape of the network.
     *
     * @param torus the lattice
     * @param sites d, the first sites of the lattice; those after them stay empty
     * @param states S
     * @param hidden h
     * @param kernels M
     * @param layers convolutions, the first among them
     */
    public record Settings(Torus torus, int sites, int states, int hidden, int kernels, int layers) {
        public Settings {
            HollowBody.checkSpace(sites, states, 2);
            LeTransformer.checkShape(hidden, 1, layers);
            if (kernels < 1 || torus.sites() < sites) {
                throw new IllegalArgumentException("leconv needs at least 1 kernel and a lattice that holds all sites");
            }
        }

        /** The offsets that layer k reads. */
        List<Integer> offsets(int k) {
            return torus.ring(k == layers - 1 ? torus.sites() : k + 1);
        }
    }

    public LeConvolution(Settings settings) {
        this.settings = settings;
        time = new TimeEmbedding(settings.hidden);
        for (int k = 0; k < settings.layers; k++) {
            patches.add(new Patches(settings.torus, settings.sites, settings.states, settings.offsets(k)));
        }
    }

    @Override
    public void register(Parameters.Builder p) {
        int h = settings.hidden;
        time.register(p);
        for (int k = 0; k < settings.layers; k++) {
            long in = settings.offsets(k).size() * (settings.states - 1L);
            long out = k == 0 ? h : (long) settings.kernels * h;
            p.add("layer." + k + ".kernel", 1 / Math.sqrt(in), 1, in, out);
            if (k > 0) {
                p.add("layer." + k + ".mixture.weight", 1 / Math.sqrt((double) h * settings.kernels), 1, h, out);
                p.add("layer." + k + ".mixture.bias", 1 / Math.sqrt(settings.kernels), 1, 1, out);
                p.add("layer." + k + ".bias", 0, 1, 1, h);
            }
        }
    }

    @Override
    public Tensor hidden(Parameters.ByName w, Tensor x, Tensor t, Context context) {
        HollowBody.refuse(context.mask());
        long n = x.size(0);
        int d = settings.sites;
        int h = settings.hidden;
        Tensor first = patches.get(0).of(x, t).bmm(w.get("layer.0.kernel")).view(n, d, h);
        Tensor z = Tape.leaf(gelu(first.add(time.of(w, t))).view(1, n * d, h));
        for (int k = 1; k < settings.layers; k++) {
            String layer = "layer." + k;
            Tensor fixed = patches.get(k).of(x, t).bmm(w.get(layer + ".kernel"));
            Tensor mixture = affine(normalise(z), w.get(layer + ".mixture.weight"), w.get(layer + ".mixture.bias"));
            Tensor y = mixture.mul(fixed).view(1, n * d, settings.kernels, h).sum(2);
            z = Tape.leaf(z.add(gelu(y.add(w.get(layer + ".bias")))));
        }
        return z.view(n, d, h);
    }
}
