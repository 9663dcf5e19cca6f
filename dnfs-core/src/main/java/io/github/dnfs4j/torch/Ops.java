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
        if (Rows.normalises(x)) {
            return Rows.normalise(x);
        }
        try (Precision.Autocast own = Precision.FP32.autocast(Tensors.device(x))) {
            return torch.layer_norm(x, x.size(-1));
        }
    }

    /** {@code gelu(x W + b)}, shapes as in {@link #affine}. */
    public static Tensor affineGelu(Tensor x, Tensor w, Tensor b) {
        return Rows.adds(x, w) ? Rows.plusGelu(x.bmm(w), b) : gelu(affine(x, w, b));
    }

    /** {@code gelu(x + b)} for x [g, .., tail] and b [g, 1, .., tail]; without gradients x may be overwritten. */
    public static Tensor plusRowsGelu(Tensor x, Tensor b) {
        return Rows.addsTo(x, b) ? Rows.plusGelu(x, b) : gelu(x.add(b));
    }

    /** {@code x + a W}, shapes as in {@link #affine}; x may be overwritten where no gradient is asked for. */
    public static Tensor plusProduct(Tensor x, Tensor a, Tensor w) {
        return x.is_cuda() && !GradMode.is_enabled() ? x.baddbmm_(a, w) : x.add(a.bmm(w));
    }

    public static Tensor gelu(Tensor x) {
        return torch.gelu(x);
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
