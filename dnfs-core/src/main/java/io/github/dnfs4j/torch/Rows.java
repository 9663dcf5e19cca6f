package io.github.dnfs4j.torch;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Kernels for rows of bf16 numbers, {@code rows.cu}. libtorch gives a row of 128 numbers to a block of threads, of
 * which most then have nothing to do, and copies a bias to every row before a product is added to it.
 */
final class Rows {
    private static final CudaCode KERNELS = CudaCode.of(Rows.class, "rows.cu");
    private static final int WARP = 32;
    private static final int MOST = 1024;
    private static final int EIGHT = 8;
    private static final float EPSILON = 1e-5f;

    private Rows() {}

    /** Whether {@link #normalise} takes rows of this length, without gradients. */
    static boolean normalises(Tensor x) {
        return x.size(-1) <= MOST && eights(x) && CudaCode.serve(x);
    }

    /** Whether {@link #plusGelu} takes the product of these. */
    static boolean adds(Tensor x, Tensor w) {
        return Tensors.type(x) == ScalarType.BFloat16 && eights(w) && CudaCode.serve(x, w);
    }

    /** Whether {@link #plusGelu} takes x [g, .., tail] and b [g, 1, .., tail] as they are. */
    static boolean addsTo(Tensor x, Tensor b) {
        if (!eights(x) || !eights(b) || !x.is_contiguous() || x.data_ptr().address() % 16 != 0) {
            return false;
        }
        long k = x.dim() - 1;
        while (k > 0 && b.size(k) == x.size(k)) {
            k--;
        }
        while (k > 0 && b.size(k) == 1) {
            k--;
        }
        return k == 0 && b.size(0) == x.size(0) && CudaCode.serve(x, b);
    }

    private static boolean eights(Tensor t) {
        return t.is_cuda() && Tensors.type(t) == ScalarType.BFloat16 && t.size(-1) % EIGHT == 0;
    }

    static Tensor normalise(Tensor x) {
        Tensor rows = CudaCode.aligned(x);
        Tensor y = torch.empty_like(rows);
        int eights = (int) (x.size(-1) / EIGHT);
        long count = x.numel() / x.size(-1);
        int lanes = Math.min(WARP, Integer.highestOneBit(2 * eights - 1));
        KERNELS.each("normalise", count * lanes, rows, y, Math.toIntExact(count), eights, lanes, EPSILON);
        return y;
    }

    /** gelu(x + b) for x [g, .., tail], which is overwritten, and b [g, 1, .., tail]. */
    static Tensor plusGelu(Tensor x, Tensor b) {
        int all = Math.toIntExact(x.numel() / EIGHT);
        int group = (int) (all / x.size(0));
        int eights = (int) (b.numel() / b.size(0) / EIGHT);
        KERNELS.each("plusGelu", all, x, CudaCode.aligned(b), all, group, eights);
        return x;
    }
}
