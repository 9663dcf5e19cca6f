package io.github.dnfs4j.run;

import io.github.dnfs4j.optim.Resumable;

/** A training that has its folder for itself until it is closed. */
public interface Training extends AutoCloseable {
    /** What trains, and knows how much of its budget is spent. */
    Resumable<?> trainer();

    @Override
    void close();
}
