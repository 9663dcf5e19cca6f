package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.stack;

import io.github.dnfs4j.torch.Attention;
import io.github.dnfs4j.torch.Constant;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * The attention of leTF's readout, from {@code q_i = q^L_i + q^R_i} to the left keys j <= i and the right keys j >= i,
 * none of which has seen x_i:
 *
 * <pre>{@code softmax(q_i [K^L, K^R]' / sqrt(2 c) + mask) [V^L, V^R]     q, k, v [2, n, heads, d, c], result [n, heads, d, c]}</pre>
 *
 * <p>The right stream is stored last site first, so that each stream is causal in its own order. Where no gradient is
 * asked for, two causal passes are added up by their sums, which takes half the products of one pass under a mask.
 */
final class HollowAttention {
    private final int sites;
    private final double scale;
    private final Constant mask;

    HollowAttention(int sites, int channels) {
        this.sites = sites;
        scale = 1 / Math.sqrt(2.0 * channels);
        mask = Constant.of(open(sites), sites, 2L * sites);
    }

    /** 0 where site i may look at key j, else -inf: left keys j <= i, right keys j >= i, last one first, [d, 2d]. */
    private static double[] open(int d) {
        double[] m = new double[d * 2 * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                m[i * 2 * d + j] = j <= i ? 0 : Double.NEGATIVE_INFINITY;
                m[i * 2 * d + 2 * d - 1 - j] = j >= i ? 0 : Double.NEGATIVE_INFINITY;
            }
        }
        return m;
    }

    Tensor of(Tensor q, Tensor k, Tensor v, Padding padding) {
        Tensor left = q.select(0, 0);
        Tensor right = q.select(0, 1);
        Tensor both = left.add(right.flip(2));
        if (padding.none() && Attention.sums(q)) {
            Tensor turned = left.flip(2).add(right);
            return joined(Attention.causalSummed(
                    stack(0, both, turned).flatten(0, 1), k.flatten(0, 1), v.flatten(0, 1), scale));
        }
        Tensor keys = cat(2, k.select(0, 0), k.select(0, 1));
        Tensor values = cat(2, v.select(0, 0), v.select(0, 1));
        return Attention.masked(both, keys, values, padding.hollow(mask(q.size(3), q)), scale);
    }

    /** Attention over each stream, both with the queries of {@link Streams#addQueries}; qkv [2, n, d, 3, h]. */
    Attention.Summed ofSummedQueries(Tensor qkv, int heads) {
        Tensor parts = byHead(qkv, 3, heads).permute(2, 0, 3, 1, 4);
        return Attention.causalSummed(parts.select(0, 0), parts.select(0, 1), parts.select(0, 2), scale);
    }

    /** Those of its queries, keys and values, [2 n, heads, d, c]; seen is what {@link #ofSummedQueries} gave. */
    Tensor[] gradientsOfSummedQueries(HollowReadout.Parts parts, Tensor qkv, int heads, Attention.Summed seen) {
        Tensor of = byHead(parts.ofSeen(), 1, heads).select(2, 0).transpose(1, 2);
        Tensor out = byHead(parts.seen(), 1, heads).select(2, 0).transpose(1, 2);
        Tensor p = byHead(qkv, 3, heads).permute(2, 0, 3, 1, 4);
        Attention.Summed both = new Attention.Summed(out, parts.logSum(), seen.state());
        return Attention.causalGradients(of, p.select(0, 0), p.select(0, 1), p.select(0, 2), both, scale);
    }

    /** [2 n, d, parts, heads, c] from [2, n, d, (parts,) h]. */
    private static Tensor byHead(Tensor t, long parts, int heads) {
        long h = t.size(-1);
        return t.view(2 * t.size(1), t.size(2), parts, heads, h / heads);
    }

    /** Attention over both from that over each, [2 n, heads, d, c], in the order of the sites. */
    static Tensor joined(Attention.Summed seen) {
        List<Tensor> out = halves(seen.out());
        List<Tensor> sum = halves(seen.logSum());
        return new Attention.Summed(out.get(0), sum.get(0))
                .with(out.get(1).flip(2), sum.get(1).flip(2));
    }

    private static List<Tensor> halves(Tensor both) {
        long n = both.size(0) / 2;
        return List.of(both.narrow(0, 0, n), both.narrow(0, n, n));
    }

    /** Of the first d sites: their left keys are the first, their right keys the last. */
    private Tensor mask(long d, Tensor like) {
        Tensor rows = mask.like(like).narrow(0, 0, d);
        return d == sites ? rows : cat(1, rows.narrow(1, 0, d), rows.narrow(1, 2L * sites - d, d));
    }
}
