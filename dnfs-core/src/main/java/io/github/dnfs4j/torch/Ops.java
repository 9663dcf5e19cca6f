package io.github.dnfs4j.torch;

import java.util.function.Supplier;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** The operations of libtorch whose raw signatures are too long to read; made for static import. */
public final class Ops {
    private Ops() {}

    public static Scalar scalar(double v) {
        return new Scalar(v);
    }

    public static Scalar scalar(long v) {
        return new Scalar(v);
    }

    public static Tensor plus(Tensor a, double b) {
        return a.add(scalar(b));
    }

    public static Tensor times(Tensor a, double b) {
        return a.mul(scalar(b));
    }

    public static Tensor cat(long dim, Tensor... parts) {
        return torch.cat(new TensorVector(parts), dim);
    }

    public static Tensor stack(long dim, Tensor... parts) {
        return torch.stack(new TensorVector(parts), dim);
    }

    /** {@code x W + b} for each of g groups: x [g, m, in], w [g, in, out], b [g, 1, out]. */
    public static Tensor affine(Tensor x, Tensor w, Tensor b) {
        if (x.size(0) > 1) {
            return torch.baddbmm(b, x, w);
        }
        // One matrix: libraries then add the bias while they write the product.
        return torch.addmm(b.view(-1), x.squeeze(0), w.squeeze(0)).unsqueeze(0);
    }

    /** Normalises the last dimension to mean 0 and variance 1, in the type that it has. */
    public static Tensor normalise(Tensor x) {
        if (Tape.takes(() -> Rows.normalises(x), x)) {
            return Rules.normalise(x);
        }
        if (Rows.normalises(x)) {
            return Rows.normalise(x);
        }
        try (Precision.Autocast own = Precision.FP32.autocast(Tensors.device(x))) {
            return torch.layer_norm(x, x.size(-1));
        }
    }

    /** {@code gelu(x W + b)}, shapes as in {@link #affine}. */
    public static Tensor affineGelu(Tensor x, Tensor w, Tensor b) {
        if (Tape.takes(() -> Rows.adds(x, w), x, w, b)) {
            return plusRowsGelu(x.bmm(w), b);
        }
        return Rows.adds(x, w) ? Rows.plusGeluInPlace(x.bmm(w), b) : torch.gelu(affine(x, w, b));
    }

    /** {@code gelu(x + b)} for x [g, .., tail], used here alone, and b [g, 1, .., tail]; x may be overwritten. */
    public static Tensor plusRowsGelu(Tensor x, Tensor b) {
        if (Tape.takes(() -> Rows.addsTo(x, b) && Rows.sums(x, b), x, b)) {
            return Rules.plusGelu(x, b);
        }
        return Rows.addsTo(x, b) ? Rows.plusGeluInPlace(x, b) : torch.gelu(x.add(b));
    }

    /** {@code x + a W}, shapes as in {@link #affine}; x, used here alone, may be overwritten. */
    public static Tensor plusProduct(Tensor x, Tensor a, Tensor w) {
        if (Tape.takes(() -> CudaCode.serve(x), x)) {
            return Rules.plusProduct(x, a, w);
        }
        return x.is_cuda() && !GradMode.is_enabled() ? x.baddbmm_(a, w) : x.add(a.bmm(w));
    }

    /** {@code x + a W + b} for one group; x, used here alone, may be overwritten. */
    public static Tensor plusAffine(Tensor x, Tensor a, Tensor w, Tensor b) {
        return Tape.takes(() -> Rows.addsRow(x, b), x) ? Rules.plusAffine(x, a, w, b) : x.add(affine(a, w, b));
    }

    /** By element; x is used here alone. */
    public static Tensor gelu(Tensor x) {
        return Tape.takes(() -> Rows.bends(x), x) ? Rules.gelu(x) : torch.gelu(x);
    }

    /** Subtracts the mean over the last dimension. */
    public static Tensor centre(Tensor x) {
        return x.sub(x.mean(new long[] {-1}, true, new ScalarTypeOptional()));
    }

    /** {@code [x = a]} for a = 0..S-1 as truth values: x [..] gives [.., S]. */
    public static Tensor indicator(Tensor x, long states) {
        return x.unsqueeze(-1).eq(Tensors.range(states, Tensors.device(x)));
    }

    /** The entry of the last dimension that {@code index} names: a [.., S], index [..] gives [..]. */
    public static Tensor pick(Tensor a, Tensor index) {
        return a.gather(-1, index.unsqueeze(-1)).squeeze(-1);
    }

    /** {@code [x = a]} for a = 0..S-1 as fp64: x [..] gives [.., S]. Unlike libtorch's own it asks the host nothing. */
    public static Tensor oneHot(Tensor x, long states) {
        return indicator(x, states).to(ScalarType.Double);
    }

    /** Runs without recording for the backward pass. */
    public static <T> T withoutGradient(Supplier<T> body) {
        try (NoGradGuard guard = new NoGradGuard()) {
            return body.get();
        }
    }
}
