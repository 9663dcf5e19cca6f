package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.CudaCode;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/** The end of a {@link Head} by the kernel of {@code head.cu}, from rows h [1, n d, h] in bf16. */
final class CudaHead {
    private static final CudaCode KERNELS = CudaCode.of(CudaHead.class, "head.cu");
    private static final int WARP = 32;
    private static final int MOST_STATES = 16;
    private static final float EPSILON = 1e-5f;

    private CudaHead() {}

    static boolean serves(Tensor h, int states) {
        return h.is_cuda()
                && Tensors.type(h) == ScalarType.BFloat16
                && h.size(-1) % 2 == 0
                && states <= MOST_STATES
                && CudaCode.serve(h);
    }

    /** {@code omega' normalise(h)}, less its value at x. */
    static Tensor plain(Tensor h, Tensor omega, Tensor x) {
        return launch(h, omega, null, null, x, 1, (int) omega.size(-1));
    }

    /** {@code omega' h + (gain' h + 1/(2S)) c}, less its value at x. */
    static Tensor energy(Tensor h, Tensor omega, Tensor gain, Tensor c, Tensor x) {
        return launch(h, omega, gain, c, x, 0, (int) omega.size(-1));
    }

    /** {@code omega' h + (gain' h + 1/(2S)) c} for one value a row, c in the order of the rows: [1, rows, 1]. */
    static Tensor values(Tensor h, Tensor omega, @Nullable Tensor gain, @Nullable Tensor c, int states) {
        return launch(h, omega, gain, c, null, 0, states);
    }

    private static Tensor launch(
            Tensor h, Tensor omega, @Nullable Tensor gain, @Nullable Tensor c, @Nullable Tensor x, int normal, int s) {
        long rows = h.size(1);
        long n = x == null ? 1 : x.size(0);
        int values = (int) omega.size(-1);
        Tensor g = Tensors.empty(ScalarType.Float, Tensors.device(h), n, rows / n, values);
        KERNELS.each(
                "head",
                rows * WARP,
                CudaCode.aligned(h),
                floats(omega),
                gain == null ? null : floats(gain),
                c == null ? null : floats(c),
                x == null ? null : x.contiguous(),
                g,
                Math.toIntExact(rows),
                (int) (h.size(-1) / 2),
                values,
                normal,
                EPSILON,
                0.5f / s);
        return g;
    }

    private static Tensor floats(Tensor t) {
        return t.to(ScalarType.Float).contiguous();
    }
}
