package io.github.dnfs4j.target;

import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Constant;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;

/**
 * The terms of {@link QuadraticForm}s as tensors, of one form for all rows or of one a row:
 *
 * <pre>{@code E(x) = c + h'x + 1/2 x'wx        w [n, d, d], h [n, d], c [n]; x fp64 [n, d]}</pre>
 *
 * @param batch whether every row has a form of its own
 * @param mask 1 where a row has a variable and 0 where it is padded, [n, d]
 */
record QuadraticTerms(StateSpace space, boolean batch, Couplings couplings, PerRow linear, PerRow offset, PerRow mask) {
    /** All pairs of so many sites are 32 MB; beyond, a form that is sparse is kept sparse. */
    private static final int LARGEST_DENSE = 2048;

    private static final int LARGEST_MATRIX = 16_384;
    private static final long LARGEST_BATCH = 1L << 28;

    static QuadraticTerms of(QuadraticForm form) {
        QuadraticForm binary = form.binary();
        int d = binary.size();
        boolean dense = d <= LARGEST_DENSE
                || d <= LARGEST_MATRIX && 8L * binary.couplings().edges() > (long) d * d;
        double[] h = IntStream.range(0, d).mapToDouble(binary::linear).toArray();
        double[] ones = DoubleStream.generate(() -> 1).limit(d).toArray();
        Couplings w;
        if (dense) {
            double[] all = new double[Math.multiplyExact(d, d)];
            fill(all, 0, d, binary);
            w = new Couplings.Dense(Constant.of(all, d, d));
        } else {
            w = Couplings.Sparse.of(binary.couplings());
        }
        PerRow c = PerRow.of(new double[] {binary.offset()}, 1);
        return new QuadraticTerms(new StateSpace(d, 2), false, w, PerRow.of(h, 1, d), c, PerRow.of(ones, 1, d));
    }

    /** Row k has the k-th form, padded to the size of the largest. */
    static QuadraticTerms batch(List<QuadraticForm> forms) {
        int n = forms.size();
        int d = forms.stream().mapToInt(QuadraticForm::size).max().orElse(0);
        if ((long) n * d * d > LARGEST_BATCH) {
            throw new IllegalArgumentException(
                    n + " forms of up to " + d + " variables are too many for one batch: all pairs are stored");
        }
        double[] w = new double[n * d * d];
        double[] h = new double[n * d];
        double[] c = new double[n];
        double[] mask = new double[n * d];
        for (int k = 0; k < n; k++) {
            QuadraticForm binary = forms.get(k).binary();
            fill(w, k * d * d, d, binary);
            c[k] = binary.offset();
            for (int i = 0; i < binary.size(); i++) {
                h[k * d + i] = binary.linear(i);
                mask[k * d + i] = 1;
            }
        }
        return new QuadraticTerms(
                new StateSpace(d, 2),
                true,
                new Couplings.Batch(PerRow.of(w, n, d, d)),
                PerRow.of(h, n, d),
                PerRow.of(c, n),
                PerRow.of(mask, n, d));
    }

    /** In tensors that the caller keeps and may rewrite. */
    static QuadraticTerms over(Tensor couplings, Tensor linear, Tensor offset, Tensor mask) {
        return new QuadraticTerms(
                new StateSpace(Math.toIntExact(linear.size(1)), 2),
                true,
                new Couplings.Batch(PerRow.of(couplings)),
                PerRow.of(linear),
                PerRow.of(offset),
                PerRow.of(mask));
    }

    private static void fill(double[] w, int from, int d, QuadraticForm form) {
        form.couplings().forEachEdge((u, v, a) -> {
            w[from + u * d + v] = a;
            w[from + v * d + u] = a;
        });
    }

    /** Row {@code index[k]} of a batch as row k. */
    QuadraticTerms rows(Tensor index) {
        return new QuadraticTerms(
                space, true, couplings.rows(index), linear.rows(index), offset.rows(index), mask.rows(index));
    }

    /** E, [n]. */
    Tensor energy(Tensor x) {
        Tensor terms = times(couplings.times(x), 0.5).add(linear.like(x)).mul(x);
        return terms.sum(-1).add(offset.like(x));
    }

    /** {@code h + wx}, what setting a variable from 0 to 1 adds to E, [n, d]. */
    Tensor force(Tensor x) {
        return couplings.times(x).add(linear.like(x));
    }

    /** {@link #force} of one variable, [n]. */
    Tensor forceAt(Tensor x, int site) {
        return couplings.timesAt(x, site).add(linear.like(x).select(1, site));
    }
}
