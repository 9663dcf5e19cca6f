package io.github.dnfs4j.ebm;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.function.DoubleUnaryOperator;
import org.bytedeco.pytorch.Tensor;

/**
 * Points or a curve with noise about them: an integral over the curve, by a sum over nodes c_k of weight w_k.
 *
 * <pre>{@code
 * p(x) = sum_k w_k q(x_1 - c_k1) q(x_2 - c_k2),  q = N(0, s^2), or its mean over an interval of half width b
 * }</pre>
 *
 * <p>The mean over a square is the same with one more interval, so that masses of cells are as exact.
 *
 * @param nodes m pairs, one after the other
 * @param weights m, whose sum is 1
 * @param deviation s
 * @param half b; 0 for Gaussian noise alone
 */
record CurveDensity(double[] nodes, double[] weights, double deviation, double half) implements PlanarDensity {
    private static final long NUMBERS = 1L << 21;

    /** Where a curve is at a parameter, a pair. */
    interface Curve {
        double[] at(double t);
    }

    /**
     * Curves over parameters from..to by the midpoint rule, of equal mass.
     *
     * @param weight of a parameter, up to a factor
     */
    static CurveDensity of(
            int count,
            double from,
            double to,
            DoubleUnaryOperator weight,
            double deviation,
            double half,
            Curve... curves) {
        int m = count * curves.length;
        double[] nodes = new double[2 * m];
        double[] weights = new double[m];
        double sum = 0;
        for (int k = 0; k < m; k++) {
            double t = from + (to - from) * (k % count + 0.5) / count;
            System.arraycopy(curves[k / count].at(t), 0, nodes, 2 * k, 2);
            weights[k] = weight.applyAsDouble(t);
            sum += weights[k];
        }
        for (int k = 0; k < m; k++) {
            weights[k] /= sum;
        }
        return new CurveDensity(nodes, weights, deviation, half);
    }

    @Override
    public double grain() {
        return deviation;
    }

    @Override
    public Tensor log(Tensor points) {
        return log(points, 0);
    }

    @Override
    public Tensor logMass(Tensor centres, double side) {
        return plus(log(centres, side), 2 * Math.log(side));
    }

    /** The log of the mean density in squares of a side, or of the density itself where the side is 0. */
    private Tensor log(Tensor points, double side) {
        long n = points.size(0);
        long m = weights.length;
        int parts = Math.toIntExact((n * m + NUMBERS - 1) / NUMBERS);
        try (Scope scope = Scope.open()) {
            Tensor centres = Tensors.of(nodes, Tensors.device(points), m, 2);
            Tensor w = Tensors.of(weights, Tensors.device(points), m);
            Tensor[] done = new Tensor[parts];
            for (int k = 0; k < parts; k++) {
                long from = n * k / parts;
                try (Scope chunk = Scope.open()) {
                    Tensor x = points.narrow(0, from, n * (k + 1) / parts - from);
                    Tensor away = x.unsqueeze(1).sub(centres);
                    Tensor q = noise(away.select(2, 0), side).mul_(noise(away.select(2, 1), side));
                    done[k] = chunk.keep(q.matmul(w).log());
                }
            }
            return scope.keep(Ops.cat(0, done));
        }
    }

    /** The mean of q over intervals of a width about distances. */
    private Tensor noise(Tensor distance, double width) {
        double unit = 1 / (deviation * Math.sqrt(2));
        Tensor z = times(distance, unit);
        double a = half * unit;
        double b = width / 2 * unit;
        if (a + b == 0) {
            return times(z.pow(scalar(2.0)).neg().exp(), unit / Math.sqrt(Math.PI));
        }
        if (a == 0 || b == 0) {
            return times(plus(z, a + b).erf().sub(plus(z, -a - b).erf()), unit / (4 * (a + b)));
        }
        Tensor above = integral(plus(z, a + b)).sub(integral(plus(z, a - b)));
        Tensor below = integral(plus(z, b - a)).sub(integral(plus(z, -a - b)));
        // Far away the four cancel, and rounding may leave less than nothing.
        return times(above.sub(below), unit / (8 * a * b)).clamp_min(scalar(0.0));
    }

    /** Of erf. */
    private static Tensor integral(Tensor z) {
        return z.mul(z.erf()).add(times(z.pow(scalar(2.0)).neg().exp(), 1 / Math.sqrt(Math.PI)));
    }
}
