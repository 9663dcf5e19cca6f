package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.Parameters;
import org.bytedeco.pytorch.Tensor;

/**
 * What stands on a hollow network: which views of a state it reads, and how G comes of its hidden states z,
 *
 * <pre>{@code G(tau, i | x) = v_i(tau; z_i) - v_i(x_i; z_i)     G [n, d, S],  z [n views, d, h]}</pre>
 */
public sealed interface Head permits EquivariantHead, SymmetricHead {
    /** G by itself: the network reads the state as it is. */
    static Head of(Readout readout, int hidden, int states) {
        return new EquivariantHead(readout, hidden, states);
    }

    /** G that permutations of the states leave alone: the network reads fields of two states, one for each of S. */
    static Head symmetric(Readout readout, int hidden, int states) {
        return new SymmetricHead(readout, hidden, states);
    }

    /** Lays out its weights. */
    void register(Parameters.Builder p);

    /** How many views of a state the network reads. */
    default int views() {
        return 1;
    }

    /** The views of the states x [n, d], those of a state one after the other, [n views, d]. */
    default Tensor views(Tensor x) {
        return x;
    }

    /** G from z [n views, d, h]; w are the parameters p in the type of z. */
    Tensor antisymmetric(Parameters p, Parameters.ByName w, Tensor z, Tensor x, Tensor t, Context context);
}
