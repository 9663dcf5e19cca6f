package org.example.clock;

import static io.github.dnfs4j.torch.Ops.pick;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Constant;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** The clock model on an open square lattice: {@code U(x) = beta sum over edges of cos(2 pi (x_i - x_j) / 3)}. */
public final class Clock implements Target {
    private static final int HOURS = 3;

    private final StateSpace space;
    private final double beta;
    private final Constant neighbours; // [d, d]
    private final Constant cosines; // [3, 1], of each hour
    private final Constant sines;

    public Clock(int side, double beta) {
        int d = side * side;
        double[] a = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                a[i * d + j] = Math.abs(i / side - j / side) + Math.abs(i % side - j % side) == 1 ? 1 : 0;
            }
        }
        double third = 2 * Math.PI / HOURS;
        space = new StateSpace(d, HOURS);
        this.beta = beta;
        neighbours = Constant.of(a, d, d);
        cosines = Constant.of(new double[] {1, Math.cos(third), Math.cos(2 * third)}, 1, HOURS);
        sines = Constant.of(new double[] {0, Math.sin(third), Math.sin(2 * third)}, 1, HOURS);
    }

    @Override
    public StateSpace space() {
        return space;
    }

    @Override
    public Tensor logDensity(Tensor x) {
        return times(pick(pull(x), x).sum(-1), 0.5); // each edge was counted from both ends
    }

    @Override
    public Tensor logRatios(Tensor x) {
        Tensor pull = pull(x);
        return pull.sub(pick(pull, x).unsqueeze(-1));
    }

    /** What the neighbours of a site add to U if it shows an hour, [n, d, 3]. */
    private Tensor pull(Tensor x) {
        Tensor angles = times(x.to(ScalarType.Double), 2 * Math.PI / HOURS);
        Tensor c = angles.cos().matmul(neighbours.like(x)).unsqueeze(-1).mul(cosines.like(x));
        Tensor s = angles.sin().matmul(neighbours.like(x)).unsqueeze(-1).mul(sines.like(x));
        return c.add(s).mul(scalar(beta));
    }
}
