package io.github.dnfs4j.target;

import org.bytedeco.pytorch.Tensor;

/**
 * A target that is another one but for what it overrides. {@link #rows} is left to it, because the rows of a wrapped
 * target must be wrapped again.
 */
public interface ForwardingTarget extends Target, Tempered {
    /** The other one. */
    Target inner();

    @Override
    default StateSpace space() {
        return inner().space();
    }

    @Override
    default Tensor logDensity(Tensor x) {
        return inner().logDensity(x);
    }

    @Override
    default Tensor logRatios(Tensor x) {
        return inner().logRatios(x);
    }

    @Override
    default Tensor logRatiosAt(Tensor x, int site) {
        return inner().logRatiosAt(x, site);
    }

    @Override
    Target rows(Tensor index);

    @Override
    default Structure structure() {
        return inner().structure();
    }

    @Override
    default double inverseTemperature() {
        return Tempered.of(inner());
    }
}
