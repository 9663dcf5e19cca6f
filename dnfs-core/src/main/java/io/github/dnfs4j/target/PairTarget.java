package io.github.dnfs4j.target;

/** A target whose log density is a {@link PairGraph}, up to a constant; all its rows are the same instance. */
public interface PairTarget extends Target {
    PairGraph pairs();
}
