package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.Parameters;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;

/**
 * A hollow network for periodic lattices: site i gathers from the lattice what does not know x_i, and thinks about it.
 *
 * <pre>{@code z_i <- gathered_i,   z_i <- z_i + MLP(normalise(z_i)) once a layer,   [h]}</pre>
 */
abstract class LatticeNet extends LeNet {
    /** What a site gathers. */
    interface Gathering {
        /** Lays out its weights. */
        void register(Parameters.Builder p);

        /** For states x [n, d] and times t [n], [1, n d, h]: row (k, i) does not depend on x_i. */
        Tensor gather(Parameters.ByName w, Tensor x, Tensor t);
    }

    private final LatticeShape shape;
    private final Gathering gathering;

    LatticeNet(LatticeShape s, Gathering gathering, Head head, Function<Parameters.Builder, Parameters> build) {
        super(head, p -> register(s, gathering, p), build);
        shape = s;
        this.gathering = gathering;
    }

    private static void register(LatticeShape s, Gathering gathering, Parameters.Builder p) {
        gathering.register(p);
        Perceptrons.register(p, s.hidden(), s.layers());
    }

    static Head head(LatticeShape s) {
        return Head.of(s.readout(), s.hidden(), s.states());
    }

    final LatticeShape shape() {
        return shape;
    }

    @Override
    final Tensor hidden(Parameters.ByName w, Tensor x, Tensor t, Context context) {
        refuse(context.mask());
        Tensor z = Perceptrons.of(w, gathering.gather(w, x, t), shape.layers());
        return z.view(x.size(0), shape.torus().sites(), shape.hidden());
    }
}
