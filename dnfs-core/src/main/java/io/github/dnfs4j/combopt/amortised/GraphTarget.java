package io.github.dnfs4j.combopt.amortised;

import io.github.dnfs4j.target.Quadratic;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * {@code exp(-E / T)} of the problems of different graphs, one a row, with the distances of their vertices.
 *
 * @param energies a batch, padded to d vertices
 * @param lengths of shortest paths, uint8 [n, d, d], 255 where there is none
 */
record GraphTarget(Quadratic energies, Tensor lengths) implements Target {
    @Override
    public StateSpace space() {
        return energies.space();
    }

    @Override
    public Tensor logDensity(Tensor x) {
        return energies.logDensity(x);
    }

    @Override
    public Tensor logRatios(Tensor x) {
        return energies.logRatios(x);
    }

    @Override
    public Tensor logRatiosAt(Tensor x, int site) {
        return energies.logRatiosAt(x, site);
    }

    @Override
    public @Nullable Tensor real(Tensor x) {
        return energies.real(x);
    }

    @Override
    public Tensor distances(Tensor x) {
        return lengths;
    }

    @Override
    public @Nullable Tensor couplings(Tensor x) {
        return energies.couplings(x);
    }

    @Override
    public double inverseTemperature() {
        return energies.inverseTemperature();
    }

    @Override
    public GraphTarget rows(Tensor index) {
        return new GraphTarget(energies.rows(index), lengths.index_select(0, index));
    }
}
