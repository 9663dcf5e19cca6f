package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.Parameters;
import org.bytedeco.pytorch.Tensor;

/**
 * A hollow network for periodic lattices: site i gathers from the lattice what does not know x_i, and thinks about it.
 *
 * <pre>{@code z_i <- gathered_i,   z_i <- z_i + MLP(normalise(z_i)) once a layer,   [h]}</pre>
 */
abstract class LatticeNet implements HollowBody {
    /** What a site gathers. */
    interface Gathering {
        /** Lays out its weights. */
        void register(Parameters.Builder p);

        /** For states x [n, d] and times t [n], [1, n d, h]: row (k, i) does not depend on x_i. */
        Tensor gather(Parameters.ByName w, Tensor x, Tensor t);
    }

    private final LatticeShape shape;
    private final Gathering gathering;

    LatticeNet(LatticeShape shape, Gathering gathering) {
        this.shape = shape;
        this.gathering = gathering;
    }

    @Override
    public final void register(Parameters.Builder p) {
        gathering.register(p);
        Perceptrons.register(p, shape.hidden(), shape.layers());
    }

    @Override
    public final Tensor hidden(Parameters.ByName w, Tensor x, Tensor t, Context context) {
        HollowBody.refuse(context.mask());
        Tensor z = Perceptrons.of(w, gathering.gather(w, x, t), shape.layers());
        return z.view(x.size(0), shape.torus().sites(), shape.hidden());
    }
}
