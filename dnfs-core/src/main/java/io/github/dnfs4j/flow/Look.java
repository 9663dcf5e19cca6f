package io.github.dnfs4j.flow;

import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.path.AnnealingPath;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * What n states and all their neighbours look like while the network's time stands still at m:
 *
 * <pre>{@code
 * forward rate  x -> y at any time   phi( G_m(y | x))                          out
 * reverse rate  x -> y at time u     phi(-G_m(y | x)) exp(s(u) (U(y) - U(x)))  back, ratios
 * }</pre>
 *
 * @param u log target density U of the states, [n]
 * @param out {@code phi(G)}, fp64 [n, d, S]; 0 where no move leads
 * @param back {@code phi(-G)}, the same
 * @param ratios {@code U(y) - U(x)}, fp64 [n, d, S]
 */
record Look(Tensor u, Tensor out, Tensor back, Tensor ratios) {
    /** exp of more than this overflows; a path that could go back at such a rate weighs nothing anyway. */
    private static final double MOST = 690;

    /** The entries of one move a state, from [n, d, S] by its place {@code i S + tau}, [n]. */
    static Tensor of(Tensor all, Tensor move) {
        return all.flatten(1, -1).gather(1, move.unsqueeze(1)).squeeze(1);
    }

    /**
     * What a stay from a to b, [n] each, adds to the exact log weight, [n]. It is the integral of xi:
     *
     * <pre>{@code (b - a) (d/dt log p~ + sum_y out) - sum_y back * integral from a to b of exp(s(u) D_y) du,   D the ratios}</pre>
     */
    Tensor stay(AnnealingPath path, Tensor a, Tensor b) {
        Tensor width = b.sub(a);
        Tensor outward = path.timeDerivative(u).add(out.sum(-2, -1)).mul(width);
        Tensor rise = path.strength(b).sub(path.strength(a)).view(-1, 1, 1);
        // The larger end times the mean of exp(-z v) over v in 0..1, z = |D| (s(b) - s(a)): nothing cancels.
        Tensor top = torch.maximum(
                ratios.mul(path.strength(a).view(-1, 1, 1)),
                ratios.mul(path.strength(b).view(-1, 1, 1)));
        Tensor z = ratios.abs().mul(rise);
        Tensor mean = torch.where(z.gt(scalar(0.0)), z.neg().expm1().neg().div(z), torch.ones_like(z));
        Tensor inward = top.clamp_max(scalar(MOST)).exp().mul(mean).mul(back).sum(-2, -1);
        return outward.sub(inward.mul(width));
    }

    /**
     * How long each reverse move waits from time b [n] on backwards, [n, d, S], for unit exponentials of that shape:
     *
     * <pre>{@code back * integral from b - w to b of exp(s(u) D) du = e,   w = -log1p(-e s' D exp(-s(b) D) / back) / (s' D)}</pre>
     *
     * <p>infinite where the integral never gets so large.
     */
    Tensor waits(AnnealingPath path, Tensor b, Tensor exponentials) {
        Tensor flat = exponentials
                .mul(ratios.mul(path.strength(b).view(-1, 1, 1)).neg().exp())
                .div(back);
        Tensor slope = times(ratios, path.slope());
        Tensor q = flat.mul(slope);
        Tensor bent = q.neg().log1p().neg().div(slope);
        Tensor never = torch.full_like(q, scalar(Double.POSITIVE_INFINITY));
        // Where D is small the two agree to all digits, and only the first has no 0 / 0.
        Tensor waits = torch.where(q.abs().lt(scalar(1e-12)), flat, bent);
        return torch.where(back.gt(scalar(0.0)).logical_and(q.lt(scalar(1.0))), waits, never);
    }
}
