package io.github.dnfs4j.ebm;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** A fixed number of states; the last of them are held out. Those before are drawn with replacement. */
final class TableData implements Data {
    private final StateSpace space;
    /** uint8 [rows, d]. */
    private final Tensor rows;

    private final long training;

    /**
     * States of two values.
     *
     * @param states rows x d bytes
     * @param heldOut how many of the last rows training never sees; where there are none they are the training states
     */
    TableData(byte[] states, int sites, int heldOut, Device device) {
        space = new StateSpace(sites, 2);
        int count = states.length / sites;
        if (heldOut < 0 || heldOut >= count) {
            throw new IllegalArgumentException("of " + count + " rows " + heldOut + " cannot be held out");
        }
        try (Scope scope = Scope.open()) {
            rows = Scope.own(Tensors.of(states, device, count, sites));
        }
        training = count - heldOut;
    }

    @Override
    public StateSpace space() {
        return space;
    }

    @Override
    public Tensor train(int n, Rng rng) {
        return rows.index_select(0, rng.integers(training, n)).to(ScalarType.Long);
    }

    @Override
    public Tensor heldOut(int n, Rng rng) {
        long rest = rows.size(0) - training;
        Tensor part = rest == 0 ? rows : rows.narrow(0, training, rest);
        return part.narrow(0, 0, Math.min(n, part.size(0))).to(ScalarType.Long);
    }

    @Override
    public void close() {
        rows.close();
    }
}
