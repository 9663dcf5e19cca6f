package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.stack;
import static io.github.dnfs4j.torch.Ops.times;
import static io.github.dnfs4j.torch.Ops.withoutGradient;

import io.github.dnfs4j.torch.Attention;
import io.github.dnfs4j.torch.Tape;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The readout of leTF on the {@link Tape}: the {@link HollowAttention} of every site to both streams as two causal ones, and
 * the sum of the streams. With out^L, m^L what the left stream gives a site and its log sum, and the same of the right one,
 *
 * <pre>{@code
 * attended = (e^(m^L) out^L + e^(m^R) out^R) / e^m,   m = log(e^(m^L) + e^(m^R)),   own = (l + r) / sqrt 2     [n, d, h]
 * }</pre>
 *
 * <p>The gradients of either half are those of causal attention with {@code attended} and m in the places of its own result
 * and log sum, see {@link Attention#causalGradients}. The right stream is stored last site first.
 *
 * @param attended [n, d, h]
 * @param own [n, d, h]
 */
record HollowReadout(Tensor attended, Tensor own) {
    /**
     * What the gradients of attention over each stream need, in the order of its slots.
     *
     * @param ofSeen dL/dattended, [2, n, d, h]
     * @param seen attended, [2, n, d, h]
     * @param logSum m, [2 n, heads, d]
     */
    record Parts(Tensor ofSeen, Tensor seen, Tensor logSum) {}

    static boolean taped(Tensor qkv, int heads) {
        return Tape.takes(() -> Streams.serve(qkv, heads), qkv);
    }

    /** Of qkv [2, n, d, 3, h], used here alone and overwritten, and the streams, a leaf [.., h]. */
    static HollowReadout of(Tensor qkv, Tensor streams, int heads, HollowAttention attention) {
        long n = qkv.size(1);
        long d = qkv.size(2);
        long h = qkv.size(4);
        boolean kernel = withoutGradient(() -> Streams.serve(qkv, heads));
        Tensor summed = qkv.detach();
        Tensor both = streams.detach().view(2, n, d, h);
        return withoutGradient(() -> {
            if (kernel) {
                Streams.addQueries(summed);
            } else {
                Tensor q = summed.select(3, 0);
                q.copy_(doubled(q.select(0, 0).add(q.select(0, 1).flip(1))));
            }
            Attention.Summed seen = attention.ofSummedQueries(summed, heads);
            Streams.Joined joined = kernel ? Streams.join(seen, both) : joined(seen, both);
            Tensor attended = Tape.cut(
                    joined.attended(),
                    of -> Tape.give(qkv, ofQkv(of, summed, joined.attended(), seen, heads, attention, kernel)));
            Tensor own = Tape.cut(joined.own(), of -> {
                Tensor halves = kernel ? Streams.halves(of) : times(doubled(of), Math.sqrt(0.5));
                Tape.give(streams, halves.view(streams.sizes()));
            });
            return new HollowReadout(attended, own);
        });
    }

    /** At the slots of both streams what is given by sites, [2, n, d, ..]. */
    private static Tensor doubled(Tensor bySite) {
        return stack(0, bySite, bySite.flip(1));
    }

    private static Streams.Joined joined(Attention.Summed seen, Tensor streams) {
        Tensor own = times(streams.select(0, 0).add(streams.select(0, 1).flip(1)), Math.sqrt(0.5));
        return new Streams.Joined(HollowAttention.joined(seen).transpose(1, 2).reshape(own.sizes()), own);
    }

    private static Tensor ofQkv(
            Tensor of,
            Tensor qkv,
            Tensor attended,
            Attention.Summed seen,
            int heads,
            HollowAttention attention,
            boolean kernel) {
        long[] shape = {2, qkv.size(1), qkv.size(2), qkv.size(4)};
        Tensor logSum = seen.logSum().contiguous();
        Parts parts = kernel ? Streams.parts(of, attended, logSum) : parts(of, attended, logSum);
        Tensor[] g = attention.gradientsOfSummedQueries(parts, qkv, heads, seen);
        for (int k = 0; k < g.length; k++) {
            g[k] = g[k].transpose(1, 2).reshape(shape);
        }
        return kernel ? Streams.collected(g[0], g[1], g[2]) : collected(g[0], g[1], g[2]);
    }

    private static Parts parts(Tensor of, Tensor attended, Tensor logSum) {
        Tensor m = logSum.view(2, -1, logSum.size(1), logSum.size(2));
        Tensor joint = torch.logaddexp(m.select(0, 0), m.select(0, 1).flip(2));
        return new Parts(
                doubled(of), doubled(attended), stack(0, joint, joint.flip(2)).flatten(0, 1));
    }

    private static Tensor collected(Tensor q, Tensor k, Tensor v) {
        return stack(3, doubled(q.select(0, 0).add(q.select(0, 1).flip(1))), k, v);
    }
}
