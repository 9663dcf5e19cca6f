package io.github.dnfs4j.ebm;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * The density p of a distribution in the plane, by formula: what the best of all models would say of a point.
 *
 * <pre>{@code
 * points [n, 2], log p [n], log of the mass of squares [n]      all fp64
 * }</pre>
 */
public interface PlanarDensity {
    /** Every set lies within this far from the axes, but for less than 1e-8 of it. */
    double REACH = 6;

    /** log p of points; minus infinity where it is zero or too small for a double. */
    Tensor log(Tensor points);

    /** A length over which p is smooth, such as the deviation of the noise. */
    double grain();

    /** The log of the mass of squares of a side around centres [n, 2]: midpoints of parts of half a grain. */
    default Tensor logMass(Tensor centres, double side) {
        int k = (int) Math.ceil(2 * side / grain());
        long n = centres.size(0);
        try (Scope scope = Scope.open()) {
            Tensor parts = centres.unsqueeze(1).add(lattice(k, side / 2, Tensors.device(centres)));
            Tensor mean = log(parts.reshape(-1, 2)).view(n, (long) k * k).logsumexp(1);
            return scope.keep(plus(mean, 2 * Math.log(side / k)));
        }
    }

    /** The entropy {@code -E log p}, which {@code 2 log scale} turns into that of a fine code: by a grid of half a grain. */
    default double entropy() {
        int k = (int) Math.ceil(4 * REACH / grain());
        try (Scope scope = Scope.open()) {
            double area = Math.pow(2 * REACH / k, 2);
            Tensor log = log(lattice(k, REACH, Device.CPU)).clamp_min(scalar(-700.0));
            return -area * log.exp().mul(log).sum().item_double();
        }
    }

    /** The middles of k x k equal parts of the square of half a side around 0, [k k, 2]. */
    static Tensor lattice(int k, double half, Device device) {
        Tensor line = times(plus(Tensors.range(k, device).to(ScalarType.Double), 0.5 - k / 2.0), 2 * half / k);
        return Ops.stack(-1, line.view(k, 1).expand(k, k), line.view(1, k).expand(k, k))
                .view(-1, 2);
    }
}
