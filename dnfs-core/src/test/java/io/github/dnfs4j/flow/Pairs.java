package io.github.dnfs4j.flow;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;

/** All pairs (from, to) of states: asks a step kernel for its whole matrix of log probabilities. */
record Pairs(int size, Tensor states, Tensor from, Tensor to) {
    Pairs(StateSpace space) {
        this(Enumeration.states(space), space.sites());
    }

    private Pairs(Tensor x, long d) {
        this(
                Math.toIntExact(x.size(0)),
                x,
                x.unsqueeze(1).expand(x.size(0), x.size(0), d).reshape(-1, d),
                x.unsqueeze(0).expand(x.size(0), x.size(0), d).reshape(-1, d));
    }

    /** log probability at [from][to] of a step by rates [size, d, S] out of every state. */
    double[][] logProbability(StepRule kernel, Tensor rates, double dt) {
        try (Scope scope = Scope.open()) {
            long d = rates.size(1);
            long s = rates.size(2);
            Tensor repeated = rates.unsqueeze(1).expand(size, size, d, s).reshape((long) size * size, d, s);
            double[] flat = Tensors.doubles(kernel.logProbability(repeated, from, to, Tensors.full(dt, Device.CPU)));
            double[][] m = new double[size][];
            Arrays.setAll(m, x -> Arrays.copyOfRange(flat, x * size, (x + 1) * size));
            return m;
        }
    }

    static double[][] exp(double[][] m) {
        return Arrays.stream(m)
                .map(row -> Arrays.stream(row).map(Math::exp).toArray())
                .toArray(double[][]::new);
    }
}
