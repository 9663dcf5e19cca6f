package io.github.dnfs4j.flow;

import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Tape;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * What xi adds up, of G [n, d, S] and log ratios [n, d, S], with its gradient for the {@link Tape}:
 *
 * <pre>{@code
 * f = sum over i, tau of phi(G) - phi(-G) e^r,   df/dG = phi'(G) + phi'(-G) e^r,   r = min(log ratio, clip)     f [n]
 * }</pre>
 */
final class Flux {
    private Flux() {}

    /** Whether it goes on the tape: where only G has a gradient. */
    static boolean taped(Tensor g, Tensor logRatios) {
        return !logRatios.requires_grad() && Tape.takes(() -> serves(g, logRatios), g);
    }

    private static boolean serves(Tensor g, Tensor logRatios) {
        return g.scalar_type().intern() == ScalarType.Float && CudaRates.serve(logRatios);
    }

    static Tensor of(Tensor g, Tensor logRatios, Link link, double clip) {
        if (Ops.withoutGradient(() -> serves(g, logRatios))) {
            Tensor rows = g.detach().contiguous();
            Tensor ratios = logRatios.contiguous();
            return Tape.cut(
                    CudaRates.flux(rows, ratios, link, clip),
                    of -> Tape.give(g, CudaRates.fluxGradient(of, rows, ratios, link, clip)));
        }
        Tensor odds = logRatios.clamp_max(Ops.scalar(clip)).exp();
        Tensor sum = Ops.withoutGradient(
                () -> link.apply(g).sub(link.apply(g.neg()).mul(odds)).sum(-2, -1));
        return Tape.cut(sum, of -> {
            Tensor slope = link.slope(g).add(link.slope(g.neg()).mul(odds));
            Tape.give(g, slope.mul(of.view(-1, 1, 1)).to(g.scalar_type()));
        });
    }
}
