package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.Attention;
import io.github.dnfs4j.torch.CudaCode;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * The two streams of leTF between its matrix products, by the kernels of {@code letf.cu}: bf16 on a card. The streams are [2, n, d, h]; slot d - 1 - i of the second belongs to site i.
 */
final class Streams {
    private static final CudaCode KERNELS = CudaCode.of(Streams.class, "letf.cu");
    /** Attention takes channels in eights, and not more than this a head. */
    private static final int EIGHT = 8;

    private static final int MOST_CHANNELS = 256;
    private static final int WARP = 32;
    private static final int THREADS = 256;
    /** Those whose sums a thread keeps. */
    private static final int MOST_TOKENS = 4;
    /** Rows that a thread adds up before the number of blocks grows no more. */
    private static final int RUN = 8;

    private static final int MOST_PARTS = 256;

    private Streams() {}

    /** Whether the kernels work with numbers like these: [.., h], each head a multiple of 8 channels wide. */
    static boolean serve(Tensor like, int heads) {
        return like.is_cuda()
                && Tensors.type(like) == ScalarType.BFloat16
                && like.size(-1) % (EIGHT * heads) == 0
                && like.size(-1) <= (long) MOST_CHANNELS * heads
                && CudaCode.serve(like);
    }

    /**
     * Tokens shifted by one slot, their places and the time, [2, n, d, h].
     *
     * @param x [n, d]
     * @param token [S + 1, h]; the last one stands before the first site
     * @param position [2, 1, sites, h]
     * @param time [n, 1, h]
     */
    static Tensor embed(Tensor x, Tensor token, Tensor position, Tensor time) {
        long n = x.size(0);
        long d = x.size(1);
        long h = token.size(-1);
        int eights = (int) (h / EIGHT);
        if (d > position.size(2) || time.size(0) != n) {
            throw new IllegalArgumentException("leTF of " + position.size(2) + " sites cannot read " + d);
        }
        Tensor out = Tensors.empty(ScalarType.BFloat16, Tensors.device(x), 2, n, d, h);
        KERNELS.each(
                "embed",
                Math.toIntExact(2 * n * d * eights),
                x.contiguous(),
                CudaCode.aligned(token),
                CudaCode.aligned(position),
                CudaCode.aligned(time),
                out,
                (int) n,
                (int) d,
                (int) position.size(2),
                (int) token.size(0) - 1,
                eights);
        return out;
    }

    /** Overwrites the queries of both streams by their sum at each site; qkv [2, n, d, 3, h]. */
    static void addQueries(Tensor qkv) {
        long n = qkv.size(1);
        long d = qkv.size(2);
        int eights = (int) (qkv.size(4) / EIGHT);
        KERNELS.each("queries", Math.toIntExact(n * d * eights), qkv, (int) n, (int) d, eights);
    }

    /**
     * Both streams at each site.
     *
     * @param attended what a site sees in the keys of either, [n, d, h]
     * @param own the sum of its two outputs over sqrt 2, [n, d, h]
     */
    record Joined(Tensor attended, Tensor own) {}

    /** From attention over each stream, [2 n, heads, d, c], and the streams, [2, n, d, h]. */
    static Joined join(Attention.Summed seen, Tensor streams) {
        long n = streams.size(1);
        long d = streams.size(2);
        long h = streams.size(3);
        long heads = seen.out().size(1);
        Tensor out = Tensors.empty(ScalarType.BFloat16, Tensors.device(streams), n, d, h);
        Joined joined = new Joined(out, torch.empty_like(out));
        KERNELS.each(
                "join",
                Math.toIntExact(n * d * h / EIGHT),
                seen.out().transpose(1, 2).contiguous(),
                seen.logSum().contiguous(),
                streams,
                joined.attended,
                joined.own,
                (int) n,
                (int) d,
                (int) heads,
                (int) (h / heads / EIGHT));
        return joined;
    }

    /** Whether {@link #ofTokens} serves, too. */
    static boolean sums(Tensor token) {
        return token.size(0) <= MOST_TOKENS && token.size(1) <= (long) EIGHT * THREADS;
    }

    /** The gradient of the tokens, [S + 1, h], from that of {@link #embed}, [2, n, d, h]. */
    static Tensor ofTokens(Tensor g, Tensor x, Tensor token) {
        int rows = Math.toIntExact(2 * x.numel());
        int eights = (int) (token.size(1) / EIGHT);
        // By the shapes alone, not by the card: the order of a sum decides on its last bits.
        int parts = Math.max(1, Math.min(MOST_PARTS, rows / (THREADS / eights * RUN)));
        Tensor sums = Tensors.empty(ScalarType.Float, Tensors.device(x), parts, token.size(0), token.size(1));
        KERNELS.each(
                "tokenParts",
                (long) parts * THREADS,
                x.contiguous(),
                CudaCode.aligned(g),
                sums,
                (int) x.size(0),
                (int) x.size(1),
                (int) token.size(0) - 1,
                eights);
        Tensor out = Tensors.empty(ScalarType.Float, Tensors.device(x), token.size(0), token.size(1));
        int count = Math.toIntExact(out.numel());
        KERNELS.each("partSums", (long) count * WARP, sums, out, parts, count);
        return out.to(ScalarType.BFloat16);
    }

    /** {@link HollowReadout#parts}. */
    static HollowReadout.Parts parts(Tensor of, Tensor attended, Tensor logSum) {
        long n = of.size(0);
        long d = of.size(1);
        long h = of.size(2);
        long heads = logSum.size(1);
        Tensor ofSeen = Tensors.empty(ScalarType.BFloat16, Tensors.device(of), 2, n, d, h);
        HollowReadout.Parts parts = new HollowReadout.Parts(ofSeen, torch.empty_like(ofSeen), torch.empty_like(logSum));
        KERNELS.each(
                "part",
                Math.toIntExact(n * d * h / EIGHT),
                CudaCode.aligned(of),
                attended,
                logSum,
                parts.ofSeen(),
                parts.seen(),
                parts.logSum(),
                (int) n,
                (int) d,
                (int) heads,
                (int) (h / heads / EIGHT));
        return parts;
    }

    /** {@link HollowReadout#collected}, of [2, n, d, h] each. */
    static Tensor collected(Tensor q, Tensor k, Tensor v) {
        long n = q.size(1);
        long d = q.size(2);
        long h = q.size(3);
        Tensor out = Tensors.empty(ScalarType.BFloat16, Tensors.device(q), 2, n, d, 3, h);
        int eights = (int) (h / EIGHT);
        KERNELS.each(
                "collect",
                Math.toIntExact(n * d * eights),
                CudaCode.aligned(q),
                CudaCode.aligned(k),
                CudaCode.aligned(v),
                out,
                (int) n,
                (int) d,
                eights);
        return out;
    }

    /** {@link HollowReadout#halves}. */
    static Tensor halves(Tensor of) {
        long n = of.size(0);
        long d = of.size(1);
        long h = of.size(2);
        Tensor out = Tensors.empty(ScalarType.BFloat16, Tensors.device(of), 2, n, d, h);
        int eights = (int) (h / EIGHT);
        KERNELS.each("halves", Math.toIntExact(n * d * eights), CudaCode.aligned(of), out, (int) n, (int) d, eights);
        return out;
    }
}
