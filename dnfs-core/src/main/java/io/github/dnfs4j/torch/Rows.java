package io.github.dnfs4j.torch;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

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
    /** Threads of a block that sums columns, each with eight of them. */
    private static final int SUMMING = 256;
    /** Rows that a thread of such a block adds up before their number of blocks grows no more. */
    private static final int RUN = 8;

    private static final int MOST_PARTS = 512;
    /** So few rows are added up by one thread. */
    private static final int FEW = 16;

    private Rows() {}

    /** Whether {@link #normalise} takes rows of this length, without gradients. */
    static boolean normalises(Tensor x) {
        return x.size(-1) <= MOST && eights(x) && CudaCode.serve(x);
    }

    /** Whether {@link #plusGelu} takes the product of these. */
    static boolean adds(Tensor x, Tensor w) {
        return Tensors.type(x) == ScalarType.BFloat16 && eights(w) && CudaCode.serve(x, w);
    }

    /** Whether {@link #gelu} takes x as it is. */
    static boolean bends(Tensor x) {
        return whole(x) && x.numel() % EIGHT == 0 && CudaCode.serve(x);
    }

    /** Whether {@link #plusGelu} takes x [g, .., tail] and b [g, 1, .., tail] as they are. */
    static boolean addsTo(Tensor x, Tensor b) {
        if (!eights(x) || !eights(b) || !whole(x)) {
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

    /** Whether {@link #sumColumns} takes x [g, .., tail] for b [g, 1, .., tail]: neither many columns nor few rows. */
    static boolean sums(Tensor x, Tensor b) {
        long columns = b.numel() / b.size(0);
        return columns <= SUMMING * EIGHT || x.numel() / b.numel() <= FEW;
    }

    private static boolean whole(Tensor x) {
        return x.is_cuda()
                && Tensors.type(x) == ScalarType.BFloat16
                && x.is_contiguous()
                && x.data_ptr().address() % 16 == 0;
    }

    private static boolean eights(Tensor t) {
        return t.is_cuda() && Tensors.type(t) == ScalarType.BFloat16 && t.size(-1) % EIGHT == 0;
    }

    static Tensor normalise(Tensor x) {
        return normalise(x, null);
    }

    /** With the scales of the rows, fp32 [rows], for {@link #normaliseGradient}. */
    static Normal normal(Tensor x) {
        Tensor scales = Tensors.empty(ScalarType.Float, Device.CUDA, x.numel() / x.size(-1));
        return new Normal(normalise(x, scales), scales);
    }

    /** Rows of mean 0 and variance 1, {@code y = s (x - mean)}. */
    record Normal(Tensor values, Tensor scales) {}

    private static Tensor normalise(Tensor x, @Nullable Tensor scales) {
        Tensor rows = CudaCode.aligned(x);
        Tensor y = torch.empty_like(rows);
        int count = Math.toIntExact(x.numel() / x.size(-1));
        int lanes = lanes(x);
        KERNELS.each("normalise", (long) count * lanes, rows, y, scales, count, eights(x.size(-1)), lanes, EPSILON);
        return y;
    }

    /** dL/dx from g = dL/dy, added to {@code onto} where that is given. */
    static Tensor normaliseGradient(Tensor g, Normal normal, @Nullable Tensor onto) {
        Tensor from = CudaCode.aligned(g);
        boolean adds = onto != null && whole(onto);
        Tensor out = onto != null && adds ? onto : torch.empty_like(from);
        int count = Math.toIntExact(g.numel() / g.size(-1));
        int lanes = lanes(g);
        KERNELS.each(
                "normaliseGradient",
                (long) count * lanes,
                from,
                normal.values,
                normal.scales,
                out,
                adds ? 1 : 0,
                count,
                eights(g.size(-1)),
                lanes);
        return adds || onto == null ? out : onto.add_(out);
    }

    private static int lanes(Tensor x) {
        return Math.min(WARP, Integer.highestOneBit(2 * eights(x.size(-1)) - 1));
    }

    private static int eights(long numbers) {
        return Math.toIntExact(numbers / EIGHT);
    }

    /** gelu(x + b) for x [g, .., tail] and b [g, 1, .., tail]. */
    static Tensor plusGelu(Tensor x, Tensor b) {
        return plusGelu(x, b, torch.empty_like(x));
    }

    /** {@link #plusGelu}, written over x. */
    static Tensor plusGeluInPlace(Tensor x, Tensor b) {
        return plusGelu(x, b, x);
    }

    static Tensor gelu(Tensor x) {
        return plusGelu(x, null, torch.empty_like(x));
    }

    private static Tensor plusGelu(Tensor x, @Nullable Tensor b, Tensor y) {
        int all = eights(x.numel());
        KERNELS.each("plusGelu", all, x, b == null ? null : CudaCode.aligned(b), y, all, group(x, b), tail(x, b));
        return y;
    }

    private static int group(Tensor x, @Nullable Tensor b) {
        return b == null ? eights(x.numel()) : eights(x.numel() / b.size(0));
    }

    private static int tail(Tensor x, @Nullable Tensor b) {
        return b == null ? eights(x.numel()) : eights(b.numel() / b.size(0));
    }

    /**
     * A gradient and its sums over the rows of each group.
     *
     * @param values as x
     * @param sums as b
     */
    record Summed(Tensor values, Tensor sums) {}

    /** {@code g gelu'(x + b)}, written over g where that is contiguous, with the gradient of b. */
    static Summed geluGradient(Tensor g, Tensor x, Tensor b) {
        Tensor out = CudaCode.aligned(g);
        Tensor bias = CudaCode.aligned(b);
        long rows = x.numel() / b.numel();
        if (rows > FEW) {
            return new Summed(out, sumColumns(out, x, bias));
        }
        Tensor sums = torch.empty_like(bias);
        int groups = Math.toIntExact(b.size(0));
        int tail = tail(x, b);
        KERNELS.each("geluGradientSummed", (long) groups * tail, out, x, bias, sums, groups, (int) rows, tail);
        return new Summed(out, sums);
    }

    /** {@code g gelu'(x)}, written over g where that is contiguous. */
    static Tensor geluGradient(Tensor g, Tensor x) {
        Tensor out = CudaCode.aligned(g);
        int all = eights(x.numel());
        KERNELS.each("geluGradient", all, out, x, null, all, all, all);
        return out;
    }

    /** The sums over all but the first and the last dimensions of g [groups, .., tail], shaped as b [groups, 1, .., tail]. */
    static Tensor sumColumns(Tensor g, Tensor b) {
        return sumColumns(CudaCode.aligned(g), null, b);
    }

    private static Tensor sumColumns(Tensor g, @Nullable Tensor x, Tensor b) {
        int groups = Math.toIntExact(b.size(0));
        int rows = Math.toIntExact(g.numel() / b.numel());
        int tail = tail(g, b);
        int bundle = SUMMING / tail;
        // By the shapes alone, not by the card: the order of a sum decides on its last bits.
        int parts = Math.max(1, Math.min(MOST_PARTS, rows / (bundle * RUN)));
        Tensor sums = Tensors.empty(ScalarType.Float, Device.CUDA, groups, parts, (long) tail * EIGHT);
        KERNELS.each(
                "columnParts", (long) groups * parts * SUMMING, g, x, x == null ? null : b, sums, rows, parts, tail);
        Tensor out = Tensors.empty(ScalarType.BFloat16, Device.CUDA, Tensors.shape(b));
        int pairs = tail * EIGHT / 2;
        KERNELS.each("columnSums", (long) groups * pairs * WARP, sums, out, groups, parts, pairs);
        return out;
    }

    /** Whether {@link #plusRow} and {@link #sumColumns} take rows x [1, rows, c] and b [1, 1, c]. */
    static boolean addsRow(Tensor x, Tensor b) {
        return x.dim() == 3 && b.size(0) == 1 && b.numel() <= SUMMING * EIGHT && addsTo(x, b);
    }

    /** {@code x <- x + b}. */
    static Tensor plusRow(Tensor x, Tensor b) {
        int all = eights(x.numel());
        KERNELS.each("plusRow", all, x, CudaCode.aligned(b), all, eights(b.numel()));
        return x;
    }
}
