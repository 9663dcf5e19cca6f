package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.indicator;
import static io.github.dnfs4j.torch.Ops.normalise;
import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.withoutGradient;

import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Tape;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The last products of a {@link Head}, in the weights' own type whatever the network computed in: rates are differences of
 * these. With y = h or normalise(h), for rows h [1, rows, h],
 *
 * <pre>{@code
 * v(tau) = omega_tau'y + (gain'y + offset) c(tau),    g(tau) = v(tau) - v(x)     g [n, d, values]
 * }</pre>
 *
 * <p>For the {@link Tape}, with {@code u(tau) = dL/dv(tau) = dL/dg(tau) - [x = tau] sum of dL/dg}, and
 * {@code u(gain) = sum over tau of c(tau) u(tau)} beside them: {@code dL/dy = [omega, gain] u} and
 * {@code dL/d[omega, gain] = sum over rows of y u'}.
 *
 * @param omega [1, h, values]
 * @param gain [1, h, 1], null with c: without both
 * @param c as many numbers as g, in its order
 * @param x [n, d]; null for v itself, [1, rows, values]
 * @param normal whether h is to be normalised
 */
record Values(
        Tensor omega,
        @Nullable Tensor gain,
        @Nullable Tensor c,
        @Nullable Tensor x,
        boolean normal,
        double offset) {
    private static final double EPSILON = 1e-5;

    /**
     * @param ofH dL/dh
     * @param ofWeights dL/d[omega, gain], [1, h, values + 1], or [1, h, values] without a gain
     */
    record Gradients(Tensor ofH, Tensor ofWeights) {}

    int values() {
        return (int) omega.size(-1);
    }

    /** g. */
    Tensor of(Tensor h) {
        // Conditional log densities that are learned are left to autograd.
        boolean given = c == null || !c.requires_grad();
        if (given && Tape.takes(() -> CudaHead.trains(h, this), h, omega)) {
            return taped(h);
        }
        if (CudaHead.serves(h, values())) {
            return CudaHead.values(h, this);
        }
        Tensor y = normal ? normalise(h) : h;
        Tensor v = product(y, omega);
        return less(
                gain == null || c == null
                        ? v
                        : v.add(plus(product(y, gain), offset).mul(rows(c))));
    }

    private Tensor taped(Tensor h) {
        boolean kernel = withoutGradient(() -> CudaHead.trains(h, this));
        Tensor g = withoutGradient(() -> kernel ? CudaHead.values(h, this) : of(h));
        return Tape.cut(g, of -> {
            Gradients d = kernel ? CudaHead.gradients(of, h, this) : gradients(of, h);
            Tape.give(h, d.ofH);
            Tape.give(omega, d.ofWeights.narrow(2, 0, values()));
            if (gain != null) {
                Tape.give(gain, d.ofWeights.narrow(2, values(), 1));
            }
        });
    }

    /** By operations of libtorch. */
    private Gradients gradients(Tensor of, Tensor h) {
        Tensor full = h.to(omega.scalar_type());
        Tensor u = rows(of);
        if (x != null) {
            u = u.sub(u.sum(new long[] {-1}, true, new ScalarTypeOptional()).mul(rows(indicator(x, values()))));
        }
        Tensor weights = omega;
        if (gain != null && c != null) {
            u = cat(-1, u, u.mul(rows(c)).sum(new long[] {-1}, true, new ScalarTypeOptional()));
            weights = cat(-1, omega, gain);
        }
        Tensor ofY = u.bmm(weights.transpose(1, 2));
        if (!normal) {
            return new Gradients(ofY.to(h.scalar_type()), full.transpose(1, 2).bmm(u));
        }
        Tensor centred = full.sub(mean(full));
        Tensor scales = plus(mean(centred.square()), EPSILON).rsqrt();
        Tensor y = centred.mul(scales);
        Tensor ofH = ofY.sub(mean(ofY)).sub(y.mul(mean(ofY.mul(y)))).mul(scales);
        return new Gradients(ofH.to(h.scalar_type()), y.transpose(1, 2).bmm(u));
    }

    private static Tensor mean(Tensor a) {
        return a.mean(new long[] {-1}, true, new ScalarTypeOptional());
    }

    private static Tensor product(Tensor h, Tensor weight) {
        try (Precision.Autocast full = Precision.FP32.autocast(Tensors.device(h))) {
            return h.to(weight.scalar_type()).bmm(weight);
        }
    }

    private Tensor rows(Tensor a) {
        return a.reshape(1, -1, values());
    }

    private Tensor less(Tensor v) {
        if (x == null) {
            return v;
        }
        Tensor all = v.view(x.size(0), x.size(1), values());
        return all.sub(all.gather(-1, x.unsqueeze(-1)));
    }
}
