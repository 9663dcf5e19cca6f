package io.github.dnfs4j.target;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.stack;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Constant;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * {@code U(x) = -E(x) / T} for a {@link QuadraticForm}, or for a batch of them, one a row:
 *
 * <pre>{@code
 * E(x) = c + h'x + 1/2 x'wx        x in {0, 1}^d, w symmetric with a zero diagonal
 * U(x with x_i set to tau) - U(x) = -(tau - x_i) (h_i + (wx)_i) / T
 * }</pre>
 *
 * A form with fewer variables than the largest of its batch has no say in the sites beyond them: those are uniform
 * and independent of the rest, as under the prior, and {@link #mask} is zero there.
 */
public final class Quadratic implements Target {
    /** All pairs of so many sites are 32 MB; beyond, a form that is sparse is kept sparse. */
    private static final int LARGEST_DENSE = 2048;

    private static final int LARGEST_MATRIX = 16_384;
    private static final long LARGEST_BATCH = 1L << 28;

    private final StateSpace space;
    private final boolean batch;
    private final Couplings couplings;
    private final PerRow linear;
    private final PerRow offset;
    private final PerRow mask;
    private final double temperature;

    private Quadratic(
            StateSpace space,
            boolean batch,
            Couplings couplings,
            PerRow linear,
            PerRow offset,
            PerRow mask,
            double temperature) {
        if (!(temperature > 0 && Double.isFinite(temperature))) {
            throw new IllegalArgumentException("the temperature must be above 0, not " + temperature);
        }
        this.space = space;
        this.batch = batch;
        this.couplings = couplings;
        this.linear = linear;
        this.offset = offset;
        this.mask = mask;
        this.temperature = temperature;
    }

    /** One form at a temperature. */
    public static Quadratic of(QuadraticForm form, double temperature) {
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
        return new Quadratic(new StateSpace(d, 2), false, w, PerRow.of(h, 1, d), c, PerRow.of(ones, 1, d), temperature);
    }

    /** A batch: row k has the k-th form, padded to the size of the largest. */
    public static Quadratic batch(List<QuadraticForm> forms, double temperature) {
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
        return new Quadratic(
                new StateSpace(d, 2),
                true,
                new Couplings.Batch(PerRow.of(w, n, d, d)),
                PerRow.of(h, n, d),
                PerRow.of(c, n),
                PerRow.of(mask, n, d),
                temperature);
    }

    /** A batch in tensors that the caller keeps and may rewrite: w [n, d, d], h [n, d], c [n], mask [n, d], all fp64. */
    public static Quadratic over(Tensor couplings, Tensor linear, Tensor offset, Tensor mask, double temperature) {
        return new Quadratic(
                new StateSpace(Math.toIntExact(linear.size(1)), 2),
                true,
                new Couplings.Batch(PerRow.of(couplings)),
                PerRow.of(linear),
                PerRow.of(offset),
                PerRow.of(mask),
                temperature);
    }

    private static void fill(double[] w, int from, int d, QuadraticForm form) {
        form.couplings().forEachEdge((u, v, a) -> {
            w[from + u * d + v] = a;
            w[from + v * d + u] = a;
        });
    }

    /** The same energies at another temperature. */
    public Quadratic at(double newTemperature) {
        return new Quadratic(space, batch, couplings, linear, offset, mask, newTemperature);
    }

    /** 1 where a row has a variable and 0 where it is padded, fp64 [n, d] ([1, d] unless a batch), beside x. */
    public Tensor mask(Tensor x) {
        return mask.like(x);
    }

    @Override
    public @Nullable Tensor real(Tensor x) {
        return batch ? mask(x).gt(scalar(0.5)) : null;
    }

    @Override
    public @Nullable Tensor couplings(Tensor x) {
        Tensor w = couplings.matrix(x);
        return w == null ? null : times(w, -1 / temperature);
    }

    @Override
    public StateSpace space() {
        return space;
    }

    @Override
    public double inverseTemperature() {
        return 1 / temperature;
    }

    @Override
    public Quadratic rows(Tensor index) {
        return batch
                ? new Quadratic(
                        space,
                        true,
                        couplings.rows(index),
                        linear.rows(index),
                        offset.rows(index),
                        mask.rows(index),
                        temperature)
                : this;
    }

    @Override
    public Tensor logDensity(Tensor x) {
        Tensor y = x.to(ScalarType.Double);
        Tensor terms = times(couplings.times(y), 0.5).add(linear.like(y)).mul(y);
        return times(terms.sum(-1).add(offset.like(y)), -1 / temperature);
    }

    @Override
    public Tensor logRatios(Tensor x) {
        Tensor y = x.to(ScalarType.Double);
        return flips(y, couplings.times(y).add(linear.like(y)));
    }

    @Override
    public Tensor logRatiosAt(Tensor x, int site) {
        Tensor y = x.to(ScalarType.Double);
        Tensor force = couplings.timesAt(y, site).add(linear.like(y).select(1, site));
        return flips(y.select(1, site), force);
    }

    /** {@code -(tau - x_i) force_i / T} for tau = 0 and 1. */
    private Tensor flips(Tensor y, Tensor force) {
        Tensor f = times(force, 1 / temperature);
        return stack(-1, y.mul(f), plus(y, -1).mul(f));
    }
}
