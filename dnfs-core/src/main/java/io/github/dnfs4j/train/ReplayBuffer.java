package io.github.dnfs4j.train;

import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.flow.Point;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * The states of the last rounds of paths at the times t_k = k / K, and the latest estimate of d/dt log Z at each.
 *
 * <p>States are bytes [rounds, K + 1, paths, d]; a round overwrites the oldest. Paths of early rounds stop at an early
 * time, so a state is drawn by its time first and then among the rounds that reached it, which are the newest.
 * Estimates are one fp64 a time, {@code c_k = mean over the newest paths of xi(x_k, t_k)}: they come out of the
 * simulation itself.
 */
final class ReplayBuffer implements AutoCloseable {
    private final int rounds;
    private final int gridSteps;
    private final int paths;
    private final Tensor states;
    private final Tensor estimates;
    /** How many rounds reached each time, at most {@code rounds}; int64 [K + 1]. */
    private final Tensor depth;

    /** The newest round and how many times it reached, int64 [2]: what {@link #draw} reads on the device. */
    private final Tensor cursor;

    private int newest = -1;
    private int reach = -1;

    /** States x [n, d] at times t [n] with the estimates c [n], and the row of the target that each path belongs to. */
    record Batch(Tensor x, Tensor t, Tensor c, Tensor row) {
        Batch part(long from, long count) {
            return new Batch(
                    x.narrow(0, from, count),
                    t.narrow(0, from, count),
                    c.narrow(0, from, count),
                    row.narrow(0, from, count));
        }
    }

    ReplayBuffer(TrainSettings s, StateSpace space, Device device) {
        rounds = s.replayRounds();
        gridSteps = s.timeSteps();
        paths = s.trajectories();
        double bytes = (double) rounds * (gridSteps + 1) * paths * space.sites();
        if (bytes > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(String.format(
                    "replayRounds x timeSteps x trajectories x sites is %.1e bytes of replay; at most 2.1e9 are possible",
                    bytes));
        }
        states = Scope.own(Tensors.zeros(ScalarType.Byte, device, rounds, gridSteps + 1L, paths, space.sites()));
        estimates = Scope.own(Tensors.zeros(ScalarType.Double, device, gridSteps + 1L));
        depth = Scope.own(Tensors.zeros(ScalarType.Long, device, gridSteps + 1L));
        cursor = Scope.own(Tensors.zeros(ScalarType.Long, device, 2));
    }

    /** Begins a round of paths that make {@code steps} steps of the grid. */
    void beginRound(int steps) {
        cursor(new long[] {(newest + 1) % rounds, steps});
    }

    /** Stores the states of the round at time k and sets c_k. */
    void add(int k, Point p) {
        states.select(0, newest).select(0, k).copy_(p.x());
        // One path gone wrong must not spoil a whole round: then the estimate of the last one stays.
        Tensor mean = p.residual().mean();
        Tensor last = estimates.select(0, k);
        last.copy_(torch.where(mean.isfinite(), mean, last));
        depth.select(0, k).add_(scalar(1L)).clamp_max_(scalar((long) rounds));
    }

    /** Draws n states, uniformly in time, by uniforms [3, n]: one each for the time, the round and the path. */
    Batch draw(Tensor uniforms) {
        Tensor reached = cursor.select(0, 1).add(scalar(1L));
        Tensor k = uniforms.select(0, 0).mul(reached).to(ScalarType.Long);
        Tensor age = uniforms.select(0, 1).mul(depth.index_select(0, k)).to(ScalarType.Long);
        Tensor round = cursor.select(0, 0).add(scalar((long) rounds)).sub(age).remainder(scalar((long) rounds));
        Tensor slot = round.mul(scalar(gridSteps + 1L)).add(k);
        Tensor row = times(uniforms.select(0, 2), paths).to(ScalarType.Long);
        Tensor flat = slot.mul(scalar((long) paths)).add(row);
        Tensor x = states.view(-1, states.size(-1)).index_select(0, flat).to(ScalarType.Long);
        return new Batch(x, times(k.to(ScalarType.Double), 1.0 / gridSteps), estimates.index_select(0, k), row);
    }

    /** What a checkpoint must hold, with {@link #cursor}. */
    Map<String, Tensor> state() {
        return Map.of("replay.states", states, "replay.estimates", estimates, "replay.depth", depth);
    }

    long[] cursor() {
        return new long[] {newest, reach};
    }

    void cursor(long[] saved) {
        newest = (int) saved[0];
        reach = (int) saved[1];
        try (Scope scope = Scope.open()) {
            cursor.select(0, 0).fill_(scalar((long) newest));
            cursor.select(0, 1).fill_(scalar((long) reach));
        }
    }

    @Override
    public void close() {
        states.close();
        estimates.close();
        depth.close();
        cursor.close();
    }
}
