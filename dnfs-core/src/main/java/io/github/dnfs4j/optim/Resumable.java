package io.github.dnfs4j.optim;

import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/**
 * A training that can be stopped, saved, and gone on with as if nothing had happened.
 *
 * @param <P> all numbers that decide how it goes on, a record
 */
public interface Resumable<P extends Record> {
    long steps();

    /** Spent on training, in all parts of the run. */
    double seconds();

    /** Share of the budget spent, 0 to 1. */
    double progress();

    /** All tensors that decide how it goes on. */
    Map<String, Tensor> tensors();

    /** All numbers that decide how it goes on. */
    P saved();

    /** Goes on from what {@link #saved} gave, once the tensors are what they were. */
    void restore(P saved);
}
