package io.github.dnfs4j.testkit;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Ops;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Independent sets of a small graph by penalty: {@code U = sum x - lambda/2 x'Ax}. */
public record PenalisedSets(StateSpace space, Constant adjacency, double lambda) implements Target {
    /** A wheel: a hub joined to a ring. */
    public static PenalisedSets wheel(int d, double lambda) {
        double[] a = new double[d * d];
        for (int i = 1; i < d; i++) {
            int next = i % (d - 1) + 1;
            a[i] = a[i * d] = 1;
            a[i * d + next] = a[next * d + i] = 1;
        }
        return new PenalisedSets(new StateSpace(d, 2), Constant.of(a, d, d), lambda);
    }

    @Override
    public Tensor logDensity(Tensor x) {
        Tensor v = x.to(ScalarType.Double);
        return v.sum(-1).sub(Ops.times(v.matmul(adjacency.like(x)).mul(v).sum(-1), lambda / 2));
    }
}
