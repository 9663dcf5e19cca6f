package io.github.dnfs4j.train;

import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.flow.Point;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * The states of the last rounds of paths at the times t_k of the grid, and the latest estimate of d/dt log Z at each.
 *
 * <p>States are bytes [rounds, K + 1, paths, d]; a round overwrites the oldest. Paths of early rounds stop at an early
 * time, so a state is drawn by its time first and then among the rounds that reached it, which are the newest.
 * Estimates are one fp64 a time, {@code c_k = mean over the newest paths of xi(x_k, t_k)} or what else the estimator
 * makes of the newest paths: they come out of the simulation itself.
 *
 * <p>Where groups of paths have instances of their own, estimates are fp64 [rounds, K + 1, groups], those of the round
 * that a state comes from, and its row of the target is that of its group in that round.
 *
 * <p>Where rounds have times of their own they are kept, fp64 [rounds, K + 1], and c at the time of an older state lies on the
 * straight line between the two estimates around it.
 */
final class ReplayBuffer implements AutoCloseable {
    private final int rounds;
    private final int gridSteps;
    private final int paths;
    /** Groups of paths with instances of their own; 0 where all rounds are of one target. */
    private final int groups;

    private final Tensor states;
    private final Tensor estimates;
    /** How many rounds reached each time, at most {@code rounds}; int64 [K + 1]. */
    private final Tensor depth;
    /** The times of the grid, fp64 [K + 1]. */
    private final Tensor grid;
    /** The times of each round, where they are random. */
    private final @Nullable Tensor times;

    private final ReplayCursor cursor;

    ReplayBuffer(TrainSettings s, StateSpace space, int groups, Device device) {
        this.groups = groups;
        rounds = s.paths().replayRounds();
        gridSteps = s.paths().timeSteps();
        paths = s.paths().trajectories();
        double bytes = (double) rounds * (gridSteps + 1) * paths * space.sites();
        if (bytes > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "replayRounds x timeSteps x trajectories x sites is %.1e bytes of replay; at most 2.1e9 are possible",
                    bytes));
        }
        states = Scope.own(Tensors.zeros(ScalarType.Byte, device, rounds, gridSteps + 1L, paths, space.sites()));
        long[] shape = groups == 0 ? new long[] {gridSteps + 1L} : new long[] {rounds, gridSteps + 1L, groups};
        estimates = Scope.own(Tensors.zeros(ScalarType.Double, device, shape));
        depth = Scope.own(Tensors.zeros(ScalarType.Long, device, gridSteps + 1L));
        cursor = new ReplayCursor(rounds, gridSteps, device);
        grid = Scope.own(Tensors.of(TimeGrid.uniform(gridSteps).times(), device, gridSteps + 1L));
        times = s.paths().ownTimes()
                ? Scope.own(Tensors.zeros(ScalarType.Double, device, rounds, gridSteps + 1L))
                : null;
    }

    /** Begins a round of paths that make {@code steps} steps of the grid. */
    void beginRound(int steps) {
        cursor.next(steps);
    }

    /** Begins a round of paths along a grid of their own. */
    void beginRound(TimeGrid grid) {
        beginRound(grid.steps());
        if (times != null) {
            try (Scope scope = Scope.open()) {
                Tensor t = Tensors.of(grid.times(), Tensors.device(times), grid.steps() + 1L);
                // Times that the round does not reach lie after all others.
                Tensor row = times.select(0, cursor.newest()).fill_(scalar(Double.POSITIVE_INFINITY));
                row.narrow(0, 0, grid.steps() + 1L).copy_(t);
            }
        }
    }

    /** Forgets all states: they belong to another target. */
    void clear() {
        try (Scope scope = Scope.open()) {
            depth.zero_();
        }
    }

    /** Stores the states of the round at time k and sets c_k to the mean of xi. */
    void add(int k, Point p) {
        add(k, p.x(), p.residual().mean());
    }

    /** Stores the states of the round at time k, and c_k. */
    void add(int k, Tensor x, Tensor c) {
        add(k, x);
        estimate(k, c);
    }

    /** Stores the states of the round at time k. */
    void add(int k, Tensor x) {
        states.select(0, cursor.newest()).select(0, k).copy_(x);
        depth.select(0, k).add_(scalar(1L)).clamp_max_(scalar((long) rounds));
    }

    /** Stores the estimates of the round, [times, groups]. */
    void estimate(Tensor c) {
        for (int k = 0; k < c.size(0); k++) {
            estimate(k, c.select(0, k));
        }
    }

    private void estimate(int k, Tensor c) {
        // One path gone wrong must not spoil a whole round: then the estimate of the last one stays.
        Tensor last = groups == 0
                ? estimates.narrow(0, k, 1)
                : estimates.select(0, cursor.newest()).select(0, k);
        last.copy_(torch.where(c.isfinite(), c, last));
    }

    /** Draws n states, of all times of the grid alike, by uniforms [3, n]: one each for the time, the round and the path. */
    Batch draw(Tensor uniforms) {
        Tensor reached = cursor.last().add(scalar(1L));
        Tensor k = uniforms.select(0, 0).mul(reached).to(ScalarType.Long);
        Tensor age = uniforms.select(0, 1).mul(depth.index_select(0, k)).to(ScalarType.Long);
        Tensor round = cursor.round(age);
        Tensor slot = round.mul(scalar(gridSteps + 1L)).add(k);
        Tensor path = times(uniforms.select(0, 2), paths).to(ScalarType.Long);
        Tensor flat = slot.mul(scalar((long) paths)).add(path);
        Tensor x = states.view(-1, states.size(-1)).index_select(0, flat).to(ScalarType.Long);
        if (times != null) {
            Tensor t = times.view(-1).index_select(0, slot);
            return new Batch(
                    x, t, interpolated(times.index_select(0, cursor.round()).view(-1), t), path);
        }
        Tensor t = grid.index_select(0, k);
        if (groups == 0) {
            return new Batch(x, t, estimates.index_select(0, k), path);
        }
        Tensor group = path.floor_divide(scalar((long) paths / groups));
        Tensor at = slot.mul(scalar((long) groups)).add(group);
        Tensor row = round.mul(scalar((long) groups)).add(group);
        return new Batch(x, t, estimates.view(-1).index_select(0, at), row);
    }

    /** The row of the target that each path of the newest round belongs to, int64 [paths]. */
    Tensor rows() {
        Tensor path = Tensors.range(paths, Tensors.device(states));
        return groups == 0
                ? path
                : path.floor_divide(scalar((long) paths / groups)).add(scalar((long) cursor.newest() * groups));
    }

    /** The newest estimates, at any times. */
    private Tensor interpolated(Tensor grid, Tensor t) {
        Tensor right = torch.minimum(torch.searchsorted(grid, t).clamp_min(scalar(1L)), cursor.last());
        Tensor left = right.sub(scalar(1L));
        Tensor from = grid.index_select(0, left);
        Tensor share = t.sub(from).div(grid.index_select(0, right).sub(from));
        return torch.lerp(estimates.index_select(0, left), estimates.index_select(0, right), share);
    }

    /** What a checkpoint must hold, with {@link #cursor}. */
    Map<String, Tensor> state() {
        Map<String, Tensor> all = new HashMap<>();
        all.put("replay.states", states);
        all.put("replay.estimates", estimates);
        all.put("replay.depth", depth);
        if (times != null) {
            all.put("replay.times", times);
        }
        return all;
    }

    int newest() {
        return cursor.newest();
    }

    long[] cursor() {
        return cursor.saved();
    }

    void cursor(long[] saved) {
        cursor.restore(saved);
    }

    @Override
    public void close() {
        states.close();
        estimates.close();
        depth.close();
        grid.close();
        cursor.close();
        if (times != null) {
            times.close();
        }
    }
}
