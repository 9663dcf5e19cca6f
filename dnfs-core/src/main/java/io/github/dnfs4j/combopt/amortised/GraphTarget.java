package io.github.dnfs4j.combopt.amortised;

import io.github.dnfs4j.target.ForwardingTarget;
import io.github.dnfs4j.target.Quadratic;
import io.github.dnfs4j.target.Structure;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * {@code exp(-E / T)} of the problems of different graphs, one a row, with the distances of their vertices.
 *
 * @param energies a batch, padded to d vertices
 * @param lengths of shortest paths, uint8 [n, d, d], 255 where there is none
 */
record GraphTarget(Quadratic energies, Tensor lengths) implements ForwardingTarget {
    @Override
    public Quadratic inner() {
        return energies;
    }

    @Override
    public Structure structure() {
        Structure alone = energies.structure();
        return new Structure() {
            @Override
            public @Nullable Tensor real(Tensor x) {
                return alone.real(x);
            }

            @Override
            public Tensor distances(Tensor x) {
                return lengths;
            }

            @Override
            public @Nullable Tensor couplings(Tensor x) {
                return alone.couplings(x);
            }
        };
    }

    @Override
    public GraphTarget rows(Tensor index) {
        return new GraphTarget(energies.rows(index), lengths.index_select(0, index));
    }
}
