package io.github.dnfs4j.target;

import java.util.Optional;

/** A target whose log density is a {@link PairGraph}, up to a constant; all its rows are the same instance. */
public interface PairTarget extends Target {
    PairGraph pairs();

    @Override
    default Structure structure() {
        return Structure.of(Optional.empty(), pairs().symmetric());
    }
}
