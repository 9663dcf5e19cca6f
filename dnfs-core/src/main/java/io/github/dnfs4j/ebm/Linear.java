package io.github.dnfs4j.ebm;

import io.github.dnfs4j.target.EnergyNet;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;

/**
 * The loss whose gradient is that of the negative log-likelihood, once negatives y follow the model:
 *
 * <pre>{@code loss = sum_k c_k U(y_k) - mean U(x),   sum c = 1;   x [n, d], y [m, d], c [m]}</pre>
 *
 * @param x data and negatives, [n + m, d]
 * @param c their coefficients, [n + m]
 */
record Linear(Tensor x, Tensor c) implements Contrast.Loss {

    /** Data against weighted negatives. */
    static Linear of(Tensor data, Tensor negatives, Tensor weights) {
        long n = data.size(0);
        Tensor minus = Tensors.full(-1.0 / n, Tensors.device(data), n);
        return new Linear(Ops.cat(0, data, negatives), Ops.cat(0, minus, weights));
    }

    /** Data against equally weighted negatives. */
    static Linear of(Tensor data, Tensor negatives) {
        long m = negatives.size(0);
        return of(data, negatives, Tensors.full(1.0 / m, Tensors.device(data), m));
    }

    @Override
    public long rows() {
        return x.size(0);
    }

    @Override
    public Tensor part(EnergyNet net, long from, long count) {
        Tensor u = net.at(x.narrow(0, from, count));
        return u.mul(c.narrow(0, from, count).to(u.scalar_type())).sum();
    }
}
