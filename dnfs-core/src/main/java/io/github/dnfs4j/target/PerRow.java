package io.github.dnfs4j.target;

import io.github.dnfs4j.torch.Constant;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/** Numbers of which row k belongs to instance k: all instances, kept for good, or some that {@link #rows} picked. */
final class PerRow {
    private final @Nullable Constant all;
    private final @Nullable Tensor picked;

    private PerRow(@Nullable Constant all, @Nullable Tensor picked) {
        this.all = all;
        this.picked = picked;
    }

    static PerRow of(double[] values, long... shape) {
        return new PerRow(Constant.of(values, shape), null);
    }

    /** Numbers that somebody else keeps, and may change. */
    static PerRow of(Tensor values) {
        return new PerRow(null, values);
    }

    /** The numbers on the device where {@code other} lives. */
    Tensor like(Tensor other) {
        if (picked != null) {
            return picked;
        }
        if (all == null) {
            throw new IllegalStateException("neither all nor picked rows");
        }
        return all.like(other);
    }

    /** Row {@code index[k]} as row k; it lives as long as the scope around the call. */
    PerRow rows(Tensor index) {
        return new PerRow(null, like(index).index_select(0, index));
    }
}
