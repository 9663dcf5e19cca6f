package io.github.dnfs4j.net;

import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * What a network may see beside the state.
 *
 * @param centred gives {@code c_i(tau) = U(x with x_i set to tau) - mean over tau}, [n, d, S]. Row i does not depend on x_i:
 *     it is a hollow feature, exact, and computed for the loss anyway.
 * @param mask which sites are real, bool [n, d], or null when all are; the padded ones are the last of their row
 * @param distances between sites in steps, uint8 [n, d, d], 255 where no path leads, or null where there is no graph
 * @param couplings {@code J_ij}, fp64 [n, d, d], by which {@code c_j(1) - c_j(0)} grows when x_i goes from 0 to 1, for
 *     pair energies of sites with two states; null where unknown
 * @param bonds K of the spins of a periodic lattice, fp64 [n, d, 2] of that to the right of each site and that below;
 *     null where all are 1
 */
public record Context(
        Supplier<Tensor> centred,
        @Nullable Tensor mask,
        @Nullable Tensor distances,
        @Nullable Tensor couplings,
        @Nullable Tensor bonds) {
    /** Without padding. */
    public Context(Tensor features) {
        this(() -> features, null, null, null, null);
    }

    /** With what is known of a graph. */
    public Context(Tensor features, @Nullable Tensor mask, @Nullable Tensor distances, @Nullable Tensor couplings) {
        this(() -> features, mask, distances, couplings, null);
    }

    /** With the bonds of a lattice. */
    public static Context bonded(Tensor features, @Nullable Tensor bonds) {
        return new Context(() -> features, null, null, null, bonds);
    }

    /** {@code c}, [n, d, S]; computed when asked for, which not every readout does. */
    public Tensor features() {
        return centred.get();
    }

    /** This context with padded sites. */
    public Context masked(Tensor newMask) {
        return new Context(centred, newMask, distances, couplings, bonds);
    }
}
