package io.github.dnfs4j.target;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a target beside its density: how its sites lie, which of them are real, and what may be exchanged.
 * Networks are chosen by it and see it; a target that says nothing gets a network that assumes nothing. Tensors have a
 * row for each row of x [n, d] and lie on its device.
 */
public interface Structure {
    /** Nothing is known. */
    Structure NONE = new Structure() {};

    /** Sites on a periodic lattice, and nothing else. */
    static Structure on(Lattice lattice) {
        return new Plain(Optional.of(lattice), false);
    }

    /** Sites on a lattice or not, with states that may be exchanged or not. */
    static Structure of(Optional<Lattice> lattice, boolean symmetric) {
        return new Plain(lattice, symmetric);
    }

    /** The periodic lattice that the sites form, where they do. */
    default Optional<Lattice> lattice() {
        return Optional.empty();
    }

    /**
     * Whether U stays the same when all sites exchange their states alike, by any permutation of the S states; never so
     * where sites have sizes of their own.
     */
    default boolean symmetric() {
        return false;
    }

    /** Which sites of x are real, bool [n, d], the others the last of their row; null where all are. */
    default @Nullable Tensor real(Tensor x) {
        return null;
    }

    /** How far the sites of each instance are from each other, uint8 [n, d, d], 255 for no path; null where unknown. */
    default @Nullable Tensor distances(Tensor x) {
        return null;
    }

    /**
     * For pair energies of two states, by how much {@code U(x with x_j = 1) - U(x with x_j = 0)} grows when x_i goes
     * from 0 to 1, fp64 [n, d, d]; null where unknown.
     */
    default @Nullable Tensor couplings(Tensor x) {
        return null;
    }

    /**
     * The periodic square lattice of whose neighbours alone spins without a field are coupled, where the {@link #bonds} may
     * differ from each other.
     */
    default Optional<Lattice> bonded() {
        return Optional.empty();
    }

    /** K of {@code U = sum of K_ij s_i s_j}, of the bonds to the right of each site and below, fp64 [n, d, 2]; null unless bonded. */
    default @Nullable Tensor bonds(Tensor x) {
        return null;
    }

    /** What needs no tensor to be said. */
    record Plain(Optional<Lattice> lattice, boolean symmetric) implements Structure {}

    /** Spins on a periodic square lattice whose bonds differ. */
    record Bonded(Lattice on, UnaryOperator<Tensor> of) implements Structure {
        @Override
        public Optional<Lattice> bonded() {
            return Optional.of(on);
        }

        @Override
        public boolean symmetric() {
            return true;
        }

        @Override
        public Tensor bonds(Tensor x) {
            return of.apply(x);
        }
    }
}
