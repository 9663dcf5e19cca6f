package io.github.dnfs4j.target;

import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/** A target of which is said that its sites form a lattice, whether they do or not. */
public record OnLattice(Target inner, Lattice lattice) implements ForwardingTarget {
    @Override
    public Structure structure() {
        return Structure.of(Optional.of(lattice), inner.structure().symmetric());
    }

    @Override
    public OnLattice rows(Tensor index) {
        return new OnLattice(inner.rows(index), lattice);
    }
}
