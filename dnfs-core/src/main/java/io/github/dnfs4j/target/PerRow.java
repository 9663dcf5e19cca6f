package io.github.dnfs4j.target;

import io.github.dnfs4j.torch.Constant;
import org.bytedeco.pytorch.Tensor;

/** Numbers of which row k belongs to instance k. */
interface PerRow {
    /** The numbers on the device where {@code other} lives. */
    Tensor like(Tensor other);

    /** Numbers kept for good. */
    static PerRow of(double[] values, long... shape) {
        return Constant.of(values, shape)::like;
    }

    /** Numbers that somebody else keeps, and may change. */
    static PerRow of(Tensor values) {
        return other -> values;
    }

    /** Row {@code index[k]} as row k; it lives as long as the scope around the call. */
    default PerRow rows(Tensor index) {
        return of(like(index).index_select(0, index));
    }
}
