package io.github.dnfs4j.target;

import java.util.Arrays;

/** A target whose log density is a {@link PairGraph}, up to a constant; all its rows are the same instance. */
public interface PairTarget extends Target {
    PairGraph pairs();

    /** Pairs ask only whether two sites are equal, so that this is a matter of the fields. */
    @Override
    default boolean symmetric() {
        return Arrays.stream(pairs().fields()).allMatch(h -> Arrays.stream(h).allMatch(v -> v == h[0]));
    }
}
