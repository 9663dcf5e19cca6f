package io.github.dnfs4j.train;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * What decides about the next horizons, as a tensor of a checkpoint: what the horizon remembers, then the sum and the
 * number of this round's losses, fp64 [4] on the host.
 */
final class HorizonMemory implements AutoCloseable {
    private final Horizon horizon;
    private final Reports reports;
    private final Tensor numbers;

    HorizonMemory(Horizon horizon, Reports reports) {
        this.horizon = horizon;
        this.reports = reports;
        numbers = Scope.own(Tensors.zeros(ScalarType.Double, Device.CPU, Horizon.MEMORY + 2));
    }

    /** The tensor, as things are now. */
    Tensor write() {
        double[] h = horizon.state();
        double[] l = reports.losses();
        return numbers.copy_(Tensors.of(new double[] {h[0], h[1], l[0], l[1]}, Device.CPU, 4));
    }

    /** Makes things what the tensor says. */
    void read() {
        double[] m = Tensors.doubles(numbers);
        horizon.restore(new double[] {m[0], m[1]});
        reports.losses(m[2], m[3]);
    }

    @Override
    public void close() {
        numbers.close();
    }
}
