package io.github.dnfs4j.flow;

import static io.github.dnfs4j.torch.Ops.indicator;
import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.net.Context;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.target.Constrained;
import io.github.dnfs4j.target.Structure;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.torch.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * A continuous-time Markov chain whose rates come from a locally equivariant network G and a {@link Link} phi:
 *
 * <pre>{@code
 * forward  R(tau, i | x)  = phi(G(tau, i | x))
 * reverse  R'(tau, i | x) = phi(-G(tau, i | x)) p_t(y) / p_t(x),     y = x with x_i set to tau
 * xi_t(x) = d/dt log p~_t(x) + sum over i, tau of (R - R')
 * }</pre>
 *
 * <p>The chain follows the path exactly when {@code xi_t(x) = d/dt log Z_t} for all x and t (Kolmogorov's equation).
 *
 * <p>Flows that come from one another, but for a {@link #replica}, share a network; whoever made the first closes it.
 *
 * @param path the path to follow
 * @param net G
 * @param precision of the network
 * @param clip the largest log ratio in {@link #xi} and in {@link Point#residual}, the quantities that training works on:
 *     one huge ratio would drown a batch. Rates and weights are never clipped.
 * @param link phi
 */
public record Flow(AnnealingPath path, RateNet net, Precision precision, double clip, Link link)
        implements AutoCloseable {
    private static final int SMALLEST_PART = 16;
    /**
     * Reverse rates of steps stop here, far below the largest number there is: infinite ones would be NaN where G is 0 or
     * two of them meet. Weights stay exact, since steps back may have any rates.
     */
    private static final double LARGEST_LOG_RATIO = 600;

    /** A flow without a clip. */
    public Flow(AnnealingPath path, RateNet net, Precision precision) {
        this(path, net, precision, Double.POSITIVE_INFINITY, Link.RELU);
    }

    /** This flow along another path. */
    public Flow along(AnnealingPath newPath) {
        return new Flow(newPath, net, precision, clip, link);
    }

    /** This flow with another link. */
    public Flow linked(Link newLink) {
        return new Flow(path, net, precision, clip, newLink);
    }

    /** This flow with another clip. */
    public Flow clipped(double newClip) {
        return new Flow(path, net, precision, newClip, link);
    }

    /**
     * G, the log ratios of p_t and those of the target, all [n, d, S], with U [n] and which moves there are, a bool that
     * broadcasts to [n, d, S], null for all.
     */
    private record Parts(
            Tensor u,
            Tensor g,
            Tensor logRatios,
            Tensor ratios,
            @Nullable Tensor open) {
        /** Rates of all moves with zeros where they would leave the support, or lead to values that do not exist. */
        Tensor within(Tensor rates) {
            return open == null ? rates : rates.mul(open);
        }
    }

    private Parts evaluate(Tensor x, Tensor t) {
        Tensor ratios = path.target().logRatios(x);
        Target target = path.target();
        Structure known = target.structure();
        Context context = new Context(
                () -> target.space().centre(ratios),
                known.real(x),
                known.distances(x),
                known.couplings(x),
                known.bonds(x));
        Tensor g;
        try (Precision.Autocast autocast = precision.autocast(Tensors.device(x))) {
            Tensor time = t.to(net.parameters().values().scalar_type());
            g = net.antisymmetric(x, time, context);
        }
        Tensor strength = path.strength(t);
        Tensor scaled = ratios.mul(strength.view(-1, 1, 1));
        Tensor u = target.logDensity(x);
        Tensor exists = target.space().exists(x);
        return target instanceof Constrained c
                ? new Parts(
                        u,
                        g.mul(c.rateScale(strength).view(-1, 1, 1)),
                        scaled,
                        ratios,
                        c.open(x).unsqueeze(-1))
                : new Parts(u, g, scaled, ratios, exists);
    }

    /** The flow whose row k is this one's row {@code index[k]}. */
    public Flow rows(Tensor index) {
        return new Flow(path.rows(index), net, precision, clip, link);
    }

    /** This flow with a replica of its network, for a second thread. */
    public Flow replica() {
        return new Flow(path, net.replica(), precision, clip, link);
    }

    /** xi at states x [n, d] and times t [n], with clipped log ratios and with gradients. */
    public Tensor xi(Tensor x, Tensor t) {
        Parts p = evaluate(x, t);
        if (p.open == null && Flux.taped(p.g, p.logRatios)) {
            return path.timeDerivative(p.u).add(Flux.of(p.g, p.logRatios, link, clip));
        }
        return xi(p.u, p.within(link.apply(p.g)), clippedReverse(p));
    }

    private Tensor clippedReverse(Parts p) {
        return p.within(
                link.apply(p.g.neg()).mul(p.logRatios.clamp_max(scalar(clip)).exp()));
    }

    /** {@link #at(Tensor, Tensor, RateFloor)} for a time known to the host. */
    public Point at(Tensor x, double t, RateFloor floor) {
        return at(x, Tensors.full(t, Tensors.device(x)), floor);
    }

    /** The point of a simulation at states x [n, d] and one time t [], without gradients; on all cores. */
    public Point at(Tensor x, Tensor t, RateFloor floor) {
        List<Workers.Part> parts = Workers.split(x.size(0), SMALLEST_PART, Tensors.device(x));
        if (parts.size() == 1) {
            return evaluateAt(x, t, floor);
        }
        List<Callable<Point>> tasks = new ArrayList<>();
        for (Workers.Part part : parts) {
            tasks.add(() -> {
                try (Scope scope = Scope.open()) {
                    Tensor rows = Tensors.range(part.count(), Tensors.device(x)).add(scalar(part.from()));
                    return rows(rows)
                            .evaluateAt(x.narrow(0, part.from(), part.count()), t, floor)
                            .keep(scope);
                }
            });
        }
        return Point.concatenate(x, Workers.run(tasks));
    }

    private Point evaluateAt(Tensor x, Tensor t, RateFloor floor) {
        try (NoGradGuard guard = new NoGradGuard()) {
            Parts p = evaluate(x, t.expand(x.size(0)));
            if (p.open == null && CudaRates.serve(p.logRatios)) {
                CudaRates.Rates r = CudaRates.rates(p.g, p.logRatios, x, link, floor, clip);
                Tensor slope = path.timeDerivative(p.u);
                return new Point(x, p.u, r.forward(), r.reverse(), slope.add(r.flux()), slope.add(r.clipped()));
            }
            Tensor forward = p.within(link.apply(p.g));
            Tensor odds = p.logRatios.clamp_max(scalar(LARGEST_LOG_RATIO)).exp();
            Tensor reverse = p.within(link.apply(p.g.neg()).mul(odds));
            Tensor stays = indicator(x, p.g.size(-1));
            Tensor extra = p.within(floor.at(p.logRatios));
            Tensor xi = xi(p.u, forward, reverse);
            Tensor residual = Double.isInfinite(clip) ? xi : xi(p.u, forward, clippedReverse(p));
            // Entries tau = x_i cancel in xi, where both rates are phi(0); in a step they would be moves to nowhere.
            return new Point(x, p.u, move(forward, extra, stays), move(reverse, extra, stays), xi, residual);
        }
    }

    /** What jumps need to know of states x [n, d] at times t [n], without gradients, on this thread. */
    Look look(Tensor x, Tensor t) {
        try (NoGradGuard guard = new NoGradGuard()) {
            Parts p = evaluate(x, t);
            Tensor moves = indicator(x, p.g.size(-1)).logical_not();
            if (p.open != null) {
                moves = moves.logical_and(p.open);
            }
            Tensor real = path.target().structure().real(x);
            if (real != null) {
                moves = moves.logical_and(real.unsqueeze(-1));
            }
            Tensor g = p.g.to(ScalarType.Double);
            Tensor none = torch.zeros_like(g);
            return new Look(
                    p.u,
                    torch.where(moves, link.apply(g), none),
                    torch.where(moves, link.apply(g.neg()), none),
                    p.ratios.to(ScalarType.Double));
        }
    }

    private static Tensor move(Tensor rates, Tensor extra, Tensor stays) {
        return rates.add(extra).masked_fill(stays, scalar(0.0));
    }

    /** Closes the network. */
    @Override
    public void close() {
        net.close();
    }

    private Tensor xi(Tensor u, Tensor forward, Tensor reverse) {
        return path.timeDerivative(u).add(forward.sub(reverse).sum(-2, -1));
    }
}
