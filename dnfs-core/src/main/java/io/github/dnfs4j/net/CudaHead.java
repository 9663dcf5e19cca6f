package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.CudaCode;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/** The {@link Values} of a head by the kernels of {@code head.cu}, from rows h [1, rows, h] in bf16. */
final class CudaHead {
    private static final CudaCode KERNELS = CudaCode.of(CudaHead.class, "head.cu");
    private static final int WARP = 32;
    private static final int THREADS = 256;
    private static final int MOST_STATES = 16;
    /** For gradients, which a warp keeps in its registers: columns of omega and gain, and channels. */
    private static final int MOST_COLUMNS = 4;

    private static final int MOST_CHANNELS = 256;
    /** Rows that a warp adds up before the number of blocks grows no more. */
    private static final int RUN = 4;

    private static final int MOST_PARTS = 512;
    private static final float EPSILON = 1e-5f;

    private CudaHead() {}

    static boolean serves(Tensor h, int values) {
        return h.is_cuda()
                && Tensors.type(h) == ScalarType.BFloat16
                && h.size(-1) % 2 == 0
                && values <= MOST_STATES
                && CudaCode.serve(h);
    }

    /** Whether there are gradients, too. */
    static boolean trains(Tensor h, Values v) {
        int columns = v.values() + (v.gain() == null ? 0 : 1);
        return serves(h, v.values())
                && columns <= MOST_COLUMNS
                && h.size(-1) <= MOST_CHANNELS
                && Tensors.type(v.omega()) == ScalarType.Float;
    }

    /** v, less its value at x where that is given: fp32 [n, d, values], or [1, rows, values]. */
    static Tensor values(Tensor h, Values v) {
        long rows = h.size(1);
        Tensor x = v.x();
        long n = x == null ? 1 : x.size(0);
        Tensor g = Tensors.empty(ScalarType.Float, Tensors.device(h), n, rows / n, v.values());
        KERNELS.each(
                "head",
                rows * WARP,
                CudaCode.aligned(h),
                floats(v.omega()),
                floats(v.gain()),
                floats(v.c()),
                x == null ? null : x.contiguous(),
                g,
                Math.toIntExact(rows),
                (int) (h.size(-1) / 2),
                v.values(),
                v.normal() ? 1 : 0,
                EPSILON,
                (float) v.offset());
        return g;
    }

    /** See {@link Values#gradients}. */
    static Values.Gradients gradients(Tensor of, Tensor h, Values v) {
        int rows = Math.toIntExact(h.size(1));
        int columns = v.values() + (v.gain() == null ? 0 : 1);
        // By the shapes alone, not by the card: the order of a sum decides on its last bits.
        int parts = Math.max(1, Math.min(MOST_PARTS, rows / (RUN * THREADS / WARP)));
        Tensor from = CudaCode.aligned(h);
        Tensor ofH = torch.empty_like(from);
        Tensor sums = Tensors.empty(ScalarType.Float, Tensors.device(h), parts, h.size(-1), columns);
        Tensor x = v.x();
        KERNELS.each(
                "headGradient",
                (long) parts * THREADS,
                from,
                floats(v.omega()),
                floats(v.gain()),
                floats(v.c()),
                x == null ? null : x.contiguous(),
                of.contiguous(),
                ofH,
                sums,
                rows,
                (int) (h.size(-1) / 2),
                v.values(),
                v.normal() ? 1 : 0,
                EPSILON);
        Tensor ofWeights = Tensors.empty(ScalarType.Float, Tensors.device(h), 1, h.size(-1), columns);
        int count = Math.toIntExact(ofWeights.numel());
        KERNELS.each("partSums", (long) count * WARP, sums, ofWeights, parts, count);
        return new Values.Gradients(ofH, ofWeights);
    }

    private static @Nullable Tensor floats(@Nullable Tensor t) {
        return t == null ? null : t.to(ScalarType.Float).contiguous();
    }
}
