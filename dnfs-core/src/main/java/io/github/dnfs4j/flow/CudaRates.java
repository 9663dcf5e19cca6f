package io.github.dnfs4j.flow;

import io.github.dnfs4j.torch.CudaCode;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/** The arithmetic of a step on a card, by the kernels of {@code rates.cu}: one launch where libtorch needs a dozen. */
final class CudaRates {
    private static final CudaCode KERNELS = CudaCode.of(CudaRates.class, "rates.cu");

    private CudaRates() {}

    /** Whether the kernels take these log ratios or rates: fp64 on a card, without gradients. */
    static boolean serve(Tensor like) {
        return like.is_cuda() && Tensors.type(like) == ScalarType.Double && CudaCode.serve(like);
    }

    /**
     * Rates with their floor and what {@link Flow#xi} adds up.
     *
     * @param forward [n, d, S]
     * @param reverse [n, d, S]
     * @param flux the sum of forward less reverse rates, without the floor, [n]
     * @param clipped the same with clipped log ratios, [n]
     */
    record Rates(Tensor forward, Tensor reverse, Tensor flux, Tensor clipped) {}

    /** From G fp32 [n, d, S] and the log ratios of p_t, fp64 [n, d, S], at states x [n, d]. */
    static Rates rates(Tensor g, Tensor logRatios, Tensor x, Link link, RateFloor floor, double clip) {
        long n = x.size(0);
        Tensor ratios = logRatios.contiguous();
        Tensor forward = torch.empty_like(ratios);
        Tensor sums = Tensors.empty(ScalarType.Double, Tensors.device(x), 2, n);
        Rates r = new Rates(forward, torch.empty_like(forward), sums.select(0, 0), sums.select(0, 1));
        KERNELS.rows(
                "rates",
                n,
                g.to(ScalarType.Float).contiguous(),
                ratios,
                x.contiguous(),
                r.forward,
                r.reverse,
                r.flux,
                r.clipped,
                (int) x.size(1),
                (int) g.size(-1),
                softplus(link),
                floor.reversible(),
                floor.constant(),
                clip);
        return r;
    }

    /** The sum over all moves of forward less reverse rates with clipped log ratios, [n], for {@link Flux}. */
    static Tensor flux(Tensor g, Tensor logRatios, Link link, double clip) {
        Tensor sum = Tensors.empty(ScalarType.Double, Tensors.device(g), g.size(0));
        KERNELS.rows("flux", g.size(0), g, logRatios, sum, moves(g), softplus(link), clip);
        return sum;
    }

    /** The gradient of {@link #flux} in g from that in its result. */
    static Tensor fluxGradient(Tensor ofSum, Tensor g, Tensor logRatios, Link link, double clip) {
        Tensor gradient = torch.empty_like(g);
        KERNELS.each(
                "fluxGradient",
                g.numel(),
                g,
                logRatios,
                ofSum.contiguous(),
                gradient,
                g.numel(),
                moves(g),
                softplus(link),
                clip);
        return gradient;
    }

    private static int moves(Tensor g) {
        return Math.toIntExact(g.size(1) * g.size(2));
    }

    private static int softplus(Link link) {
        return link == Link.SOFTPLUS ? 1 : 0;
    }

    /** See {@link StepRule#step}. */
    static Tensor step(Tensor rates, @Nullable Tensor factor, Tensor x, Tensor dt, Tensor uniforms, StepRule rule) {
        Tensor from = x.contiguous();
        Tensor y = torch.empty_like(from);
        KERNELS.each(
                "step",
                x.numel(),
                rates.contiguous(),
                numbers(factor),
                from,
                numbers(uniforms),
                dt,
                y,
                x.size(0),
                (int) x.size(1),
                (int) rates.size(-1),
                euler(rule));
        return y;
    }

    /** Adds {@code sign} times {@link StepRule#logProbability} to sum [n]. */
    static void addLogProbability(
            Tensor sum,
            double sign,
            Tensor rates,
            @Nullable Tensor factor,
            Tensor x,
            Tensor y,
            Tensor dt,
            StepRule rule) {
        KERNELS.rows(
                "logProbability",
                x.size(0),
                rates.contiguous(),
                numbers(factor),
                x.contiguous(),
                y.contiguous(),
                dt,
                sum,
                (int) x.size(1),
                (int) rates.size(-1),
                euler(rule),
                sign);
    }

    private static @Nullable Tensor numbers(@Nullable Tensor factor) {
        return factor == null ? null : factor.to(ScalarType.Double).contiguous();
    }

    private static int euler(StepRule rule) {
        return rule == StepRule.EULER ? 1 : 0;
    }
}
