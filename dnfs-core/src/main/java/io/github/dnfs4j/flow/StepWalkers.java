package io.github.dnfs4j.flow;

import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.Resampling;
import io.github.dnfs4j.target.Constrained;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Replay;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * n paths of a {@link Steps} on their way: where they are, what they weigh, and the work of one step, which always
 * runs on the same tensors so that a GPU can replay it.
 */
final class StepWalkers implements AutoCloseable {
    private final Steps simulator;
    private final Point now;
    private final LogWeights weights;
    /** The row of the flow's target that each path belongs to, int64 [n]. */
    private final Tensor rows;
    /** t_k and t_{k+1}, fp64 []. */
    private final Tensor from;

    private final Tensor to;
    private final Tensor uniforms;
    /** Who comes first where a constrained target lets sites move in turns, fp64 [n, d]. */
    private final @Nullable Tensor priorities;

    /** How often a site of each path changed, int64 [n]. */
    private final Tensor jumps;

    private final Replay look;
    private final Replay advance;
    private final Replay retreat;
    private long visits;

    StepWalkers(Steps simulator, int n, Device device) {
        this.simulator = simulator;
        long d = simulator.flow().path().space().sites();
        long s = simulator.flow().path().space().states();
        try (Scope scope = Scope.open()) {
            now = new Point(
                    Scope.own(Tensors.zeros(ScalarType.Long, device, n, d)),
                    numbers(device, n),
                    numbers(device, n, d, s),
                    numbers(device, n, d, s),
                    numbers(device, n),
                    numbers(device, n));
            weights = new LogWeights(numbers(device, n), numbers(device, n), numbers(device, n));
            rows = Scope.own(Tensors.range(n, device));
            from = numbers(device);
            to = numbers(device);
            uniforms = numbers(device, n, d);
            jumps = Scope.own(Tensors.zeros(ScalarType.Long, device, n));
            priorities = simulator.flow().path().target() instanceof Constrained ? numbers(device, n, d) : null;
        }
        look = new Replay(device, () -> now.assign(at(now.x(), to)));
        advance = new Replay(device, this::forward);
        retreat = new Replay(device, this::backward);
    }

    private static Tensor numbers(Device device, long... shape) {
        return Scope.own(Tensors.zeros(ScalarType.Double, device, shape));
    }

    private Point at(Tensor x, Tensor t) {
        return simulator.flow().rows(rows).at(x, t, simulator.floor());
    }

    /** Puts the paths at states x [n, d] and a time, with weight 1, in rows [n] of the target. */
    void start(Tensor x, double t, Tensor newRows) {
        try (Scope scope = Scope.open()) {
            rows.copy_(newRows);
            weights.reset();
            jumps.zero_();
        }
        visits = 0;
        move(x, t);
    }

    /** Puts the paths at other states of the same time, as a Markov kernel that leaves p_t invariant may. */
    void move(Tensor x, double t) {
        visits++;
        now.x().copy_(x);
        to.fill_(scalar(t));
        look.run();
    }

    /** {@code x_{k+1} ~ F_k(. | x_k)}. */
    void advance(TimeGrid grid, int k, Rng rng) {
        step(advance, grid, k, rng);
    }

    /** {@code x_k ~ B_k(. | x_{k+1})}. */
    void retreat(TimeGrid grid, int k, Rng rng) {
        step(retreat, grid, k, rng);
    }

    private void step(Replay work, TimeGrid grid, int k, Rng rng) {
        visits++;
        from.fill_(scalar(grid.at(k)));
        to.fill_(scalar(grid.at(k + 1)));
        rng.uniform(uniforms);
        if (priorities != null) {
            rng.uniform(priorities);
        }
        work.run();
    }

    /** What the rates of this step are multiplied by: 0 for those whose turn it is not; null for 1. */
    private @Nullable Tensor factor() {
        if (priorities != null && simulator.flow().path().rows(rows).target() instanceof Constrained c) {
            return c.turns(priorities).unsqueeze(-1);
        }
        return null;
    }

    private void forward() {
        Tensor factor = factor();
        Tensor y = simulator.rule().step(now.forward(), factor, now.x(), to.sub(from), uniforms);
        jumps.add_(y.ne(now.x()).sum(-1));
        Point next = at(y, to);
        weigh(now, next, factor);
        now.assign(next);
    }

    private void backward() {
        Tensor factor = factor();
        Tensor y = simulator.rule().step(now.reverse(), factor, now.x(), to.sub(from), uniforms);
        jumps.add_(y.ne(now.x()).sum(-1));
        Point before = at(y, from);
        weigh(before, now, factor);
        now.assign(before);
    }

    /** Adds the step from {@code a} at t_k to {@code b} at t_{k+1}. */
    private void weigh(Point a, Point b, @Nullable Tensor factor) {
        AnnealingPath path = simulator.flow().path();
        StepRule rule = simulator.rule();
        Tensor dt = to.sub(from);
        weights.left().add_(a.xi().mul(dt));
        weights.trapezoid().add_(a.xi().add(b.xi()).mul(times(dt, 0.5)));
        weights.exact().add_(path.logDensity(b.u(), to).sub(path.logDensity(a.u(), from)));
        rule.addLogProbability(weights.exact(), 1, b.reverse(), factor, b.x(), a.x(), dt);
        rule.addLogProbability(weights.exact(), -1, a.forward(), factor, a.x(), b.x(), dt);
    }

    /** Goes on with the paths that were drawn. */
    void resample(Resampling drawn) {
        weights.resample(drawn);
        rows.copy_(rows.index_select(0, drawn.index()));
        jumps.copy_(jumps.index_select(0, drawn.index()));
        now.assign(now.rows(drawn.index()));
    }

    Point now() {
        return now;
    }

    LogWeights weights() {
        return weights;
    }

    Tensor jumps() {
        return jumps;
    }

    Tensor rows() {
        return rows;
    }

    /** How often the network saw each path since {@link #start}. */
    long visits() {
        return visits;
    }

    @Override
    public void close() {
        look.close();
        advance.close();
        retreat.close();
        now.close();
        weights.close();
        for (Tensor t : new @Nullable Tensor[] {rows, from, to, uniforms, jumps, priorities}) {
            if (t != null) {
                t.close();
            }
        }
    }
}
