package io.github.dnfs4j.torch;

import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * The operations between the matrix products of a network, with the gradients that the {@link Tape} needs; g is dL/dy:
 *
 * <pre>{@code
 * y = s (x - mean x),  s = 1 / sqrt(var x + epsilon)     dL/dx = s (g - mean g - y mean(g y))     over the last dimension
 * y = gelu(x + b)                                        dL/dx = g gelu'(x + b),   dL/db = the sum of that over the rows
 * y = x + a W + b                                        dL/dx = g,   dL/da = g W',   dL/dW = a'g,   dL/db = the sum of g
 * }</pre>
 *
 * <p>By the kernels of {@link Rows} where they serve, else by operations of libtorch. The last one is written over x.
 */
final class Rules {
    private static final double EPSILON = 1e-5;
    private static final double BELL = 1 / Math.sqrt(2 * Math.PI);

    private Rules() {}

    static Tensor normalise(Tensor x) {
        boolean kernel = Ops.withoutGradient(() -> Rows.normalises(x));
        Rows.Normal normal = Ops.withoutGradient(() -> kernel ? Rows.normal(x) : normal(x));
        return Tape.cut(normal.values(), g -> {
            if (kernel) {
                Tensor sum = Tape.soFar(x);
                Tensor gradient = Rows.normaliseGradient(g, normal, sum);
                if (sum == null) {
                    Tape.give(x, gradient);
                }
            } else {
                Tape.give(x, normaliseGradient(g, normal));
            }
        });
    }

    /** As {@link Rows#normal}, in fp32 at least. */
    private static Rows.Normal normal(Tensor x) {
        Tensor full = full(x);
        Tensor centred = full.sub(mean(full));
        Tensor scales = Ops.plus(mean(centred.square()), EPSILON).rsqrt();
        return new Rows.Normal(centred.mul(scales).to(Tensors.type(x)), scales);
    }

    private static Tensor normaliseGradient(Tensor g, Rows.Normal normal) {
        Tensor y = full(normal.values());
        Tensor full = full(g);
        Tensor along = y.mul(mean(full.mul(y)));
        return full.sub(mean(full)).sub(along).mul(normal.scales()).to(Tensors.type(g));
    }

    private static Tensor mean(Tensor x) {
        return x.mean(new long[] {-1}, true, new ScalarTypeOptional());
    }

    private static Tensor full(Tensor x) {
        return Tensors.type(x) == ScalarType.Double ? x : x.to(ScalarType.Float);
    }

    static Tensor gelu(Tensor x) {
        boolean kernel = Ops.withoutGradient(() -> Rows.bends(x));
        Tensor y = Ops.withoutGradient(() -> kernel ? Rows.gelu(x) : torch.gelu(x));
        return Tape.cut(
                y,
                g -> Tape.give(
                        x,
                        kernel
                                ? Rows.geluGradient(g, x)
                                : full(g).mul(slope(full(x))).to(type(x))));
    }

    private static ScalarType type(Tensor x) {
        return Tensors.type(x);
    }

    /** gelu', {@code Phi(x) + x phi(x)}. */
    private static Tensor slope(Tensor x) {
        Tensor below = Ops.times(Ops.plus(Ops.times(x, Math.sqrt(0.5)).erf(), 1), 0.5);
        return below.add(Ops.times(Ops.times(x.square(), -0.5).exp().mul(x), BELL));
    }

    /** {@code gelu(x + b)} for x [g, .., tail] and b [g, 1, .., tail]. */
    static Tensor plusGelu(Tensor x, Tensor b) {
        boolean kernel = Ops.withoutGradient(() -> Rows.addsTo(x, b) && Rows.sums(x, b));
        Tensor y = Ops.withoutGradient(() -> kernel ? Rows.plusGelu(x, b) : torch.gelu(x.add(b)));
        return Tape.cut(y, g -> {
            if (kernel) {
                Rows.Summed s = Rows.geluGradient(g, x, b);
                Tape.give(x, s.values());
                Tape.give(b, s.sums());
            } else {
                Tensor gradient = full(g).mul(slope(full(x).add(full(b))));
                Tape.give(x, gradient.to(type(x)));
                Tape.give(b, gradient.sum_to_size(Tensors.shape(b)).to(type(b)));
            }
        });
    }

    /** {@code x + a W}, x [g, m, out], a [g, m, in], w [g, in, out], written over x. */
    static Tensor plusProduct(Tensor x, Tensor a, Tensor w) {
        Tensor y = Ops.withoutGradient(() -> x.detach().baddbmm_(a, w));
        return Tape.cut(y, g -> productGradient(g, x, a, w));
    }

    private static void productGradient(Tensor g, Tensor x, Tensor a, Tensor w) {
        // In the order of a's memory, or whoever made a must copy it.
        Tape.give(
                a,
                a.stride(2) == 1
                        ? g.bmm(w.transpose(1, 2))
                        : w.bmm(g.transpose(1, 2)).transpose(1, 2));
        Tape.give(w, a.transpose(1, 2).bmm(g));
        Tape.give(x, g);
    }

    /** {@code x + a W + b}, with b [1, 1, out] for one group, written over x. */
    static Tensor plusAffine(Tensor x, Tensor a, Tensor w, Tensor b) {
        boolean kernel = Ops.withoutGradient(() -> Rows.addsRow(x, b));
        Tensor y = Ops.withoutGradient(() -> {
            Tensor sum = x.detach().baddbmm_(a, w);
            return kernel ? Rows.plusRow(sum, b) : sum.add_(b);
        });
        return Tape.cut(y, g -> {
            Tape.give(
                    b,
                    kernel
                            ? Rows.sumColumns(g, b)
                            : full(g).sum_to_size(Tensors.shape(b)).to(type(b)));
            productGradient(g, x, a, w);
        });
    }
}
