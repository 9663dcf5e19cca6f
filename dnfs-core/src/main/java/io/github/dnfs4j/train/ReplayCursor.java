package io.github.dnfs4j.train;

import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Where the ring of replayed rounds stands: the newest round and the last time step that it reached. Both are known on
 * the host, which writes rounds, and as int64 [2] on the device, where batches are drawn without asking the host.
 */
final class ReplayCursor implements AutoCloseable {
    private final int rounds;
    private final int gridSteps;
    private final Tensor onDevice;
    private int newest = -1;
    private int reach = -1;

    ReplayCursor(int rounds, int gridSteps, Device device) {
        this.rounds = rounds;
        this.gridSteps = gridSteps;
        onDevice = Scope.own(Tensors.zeros(ScalarType.Long, device, 2));
    }

    /** Begins a round of so many steps, in the place of the oldest. */
    void next(int steps) {
        restore(new long[] {(newest + 1) % rounds, steps});
    }

    int newest() {
        return newest;
    }

    long[] saved() {
        return new long[] {newest, reach};
    }

    void restore(long[] saved) {
        if (saved.length != 2 || saved[0] < -1 || saved[0] >= rounds || saved[1] < -1 || saved[1] > gridSteps) {
            throw new IllegalArgumentException("no place in the replay buffer: " + Arrays.toString(saved));
        }
        newest = (int) saved[0];
        reach = (int) saved[1];
        try (Scope scope = Scope.open()) {
            onDevice.select(0, 0).fill_(scalar(saved[0]));
            onDevice.select(0, 1).fill_(scalar(saved[1]));
        }
    }

    /** The newest round on the device, [1]. */
    Tensor round() {
        return onDevice.narrow(0, 0, 1);
    }

    /** The round of an age, which is 0 for the newest, [n]. */
    Tensor round(Tensor age) {
        return onDevice.select(0, 0).add(scalar((long) rounds)).sub(age).remainder(scalar((long) rounds));
    }

    /** The last time step that the newest round reached, on the device. */
    Tensor last() {
        return onDevice.select(0, 1);
    }

    @Override
    public void close() {
        onDevice.close();
    }
}
