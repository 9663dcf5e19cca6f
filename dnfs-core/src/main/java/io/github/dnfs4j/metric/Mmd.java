package io.github.dnfs4j.metric;

import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * The squared maximum mean discrepancy of two samples of n states each, with kernel {@code k = exp(-0.1 h)}, h the
 * number of sites that differ; the U-statistic
 *
 * <pre>{@code
 * MMD = mean over i != j of H_ij,   H_ij = k(x_i, x_j) + k(y_i, y_j) - k(x_i, y_j) - k(y_i, x_j)
 * Var = (4 (n - 2) z_1 + 2 z_2) / (n (n - 1)),   z_1 = Var_i E_j H_ij,  z_2 = Var H_ij
 * }</pre>
 *
 * <p>Unbiased, hence negative half of the time for samples of one law, where z_1 vanishes and z_2 alone is the noise.
 */
public final class Mmd {
    private static final double RATE = 0.1;
    private static final int CHUNK = 1000;

    private Mmd() {}

    /** Of states x and y, int64 [n, d] each; an estimate without a reference. */
    public static Estimate of(Tensor x, Tensor y) {
        long n = x.size(0);
        if (y.size(0) != n || x.size(1) != y.size(1) || n < 3) {
            throw new IllegalArgumentException("the discrepancy needs as many states of each kind, at least 3");
        }
        try (Scope scope = Scope.open()) {
            double[] rows = new double[(int) n];
            double squares = 0;
            for (long from = 0; from < n; from += CHUNK) {
                long count = Math.min(CHUNK, n - from);
                try (Scope chunk = Scope.open()) {
                    Tensor xi = x.narrow(0, from, count);
                    Tensor yi = y.narrow(0, from, count);
                    Tensor h =
                            kernel(xi, x).add(kernel(yi, y)).sub(kernel(xi, y)).sub(kernel(yi, x));
                    Tensor self = Tensors.range(count, Tensors.device(x))
                            .add(scalar(from))
                            .unsqueeze(1)
                            .eq(Tensors.range(n, Tensors.device(x)));
                    Tensor others = h.masked_fill(self, scalar(0.0));
                    System.arraycopy(Tensors.doubles(others.sum(-1)), 0, rows, (int) from, (int) count);
                    squares += others.square().sum().item_double();
                }
            }
            return estimate(rows, squares);
        }
    }

    private static Estimate estimate(double[] rows, double squares) {
        double n = rows.length;
        double pairs = n * (n - 1);
        double sum = 0;
        double ofRows = 0;
        for (double r : rows) {
            sum += r;
            ofRows += (r / (n - 1)) * (r / (n - 1)) / n;
        }
        double value = sum / pairs;
        double z2 = Math.max(0, squares / pairs - value * value);
        // The mean of a row is noisy itself, by z_2 / (n - 1).
        double z1 = Math.max(0, ofRows - value * value - z2 / (n - 1));
        return Estimate.of(value, Math.sqrt((4 * (n - 2) * z1 + 2 * z2) / pairs));
    }

    /** [a, b] of rows [a, d] and [b, d]. */
    private static Tensor kernel(Tensor a, Tensor b) {
        long s = Math.max(a.max().item_long(), b.max().item_long()) + 1;
        Tensor one = Ops.indicator(a, s).to(ScalarType.Float).flatten(1, 2);
        Tensor two = Ops.indicator(b, s).to(ScalarType.Float).flatten(1, 2);
        Tensor equal = one.matmul(two.t()).to(ScalarType.Double);
        return times(Ops.plus(equal, -a.size(1)), RATE).exp();
    }
}
