package io.github.dnfs4j.train;

import org.bytedeco.pytorch.Tensor;

/** States x [n, d] at times t [n] with the estimates c [n], and the row of the target that each path belongs to. */
record Batch(Tensor x, Tensor t, Tensor c, Tensor row) {
    Batch with(Tensor otherC) {
        return new Batch(x, t, otherC, row);
    }

    Batch part(long from, long count) {
        return new Batch(
                x.narrow(0, from, count),
                t.narrow(0, from, count),
                c.narrow(0, from, count),
                row.narrow(0, from, count));
    }
}
