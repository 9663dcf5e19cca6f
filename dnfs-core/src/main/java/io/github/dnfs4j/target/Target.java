package io.github.dnfs4j.target;

import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * An unnormalised distribution {@code rho} on {0..S-1}^d, known by its log density {@code U(x) = log rho(x)}.
 *
 * <p>{@code x} is an int64 tensor [n, d]. A target may be a batch of different instances, one a row; whoever permutes
 * or repeats rows asks for {@link #rows} of the target to match. What only some targets can do is said by interfaces of
 * its own: {@link Tempered}, {@link Climbable}, {@link Differentiable}, {@link Constrained}, {@link PairTarget}.
 */
public interface Target {
    StateSpace space();

    /** U(x), [n]. */
    Tensor logDensity(Tensor x);

    /**
     * {@code U(x with x_i set to tau) - U(x)} for every site i and value tau, [n, d, S]; any finite number for values that
     * a site of a {@link StateSpace#mixed} space does not have. This default evaluates every neighbour; a closed form
     * should override it.
     */
    default Tensor logRatios(Tensor x) {
        int d = space().sites();
        int s = space().states();
        // d * S copies of a row of d integers: a few rows at a time keep this near 100 MB.
        long rowsAtOnce = Math.max(1, 10_000_000L / ((long) d * s * d));
        try (Scope scope = Scope.open()) {
            long n = x.size(0);
            Tensor[] parts = new Tensor[Math.toIntExact(Math.max(1, (n + rowsAtOnce - 1) / rowsAtOnce))];
            for (int k = 0; k < parts.length; k++) {
                long from = k * rowsAtOnce;
                try (Scope chunk = Scope.open()) {
                    parts[k] = chunk.keep(neighbours(x, from, Math.min(rowsAtOnce, n - from)));
                }
            }
            return scope.keep(Ops.cat(0, parts).sub(logDensity(x).view(n, 1, 1)));
        }
    }

    private Tensor neighbours(Tensor x, long from, long count) {
        int d = space().sites();
        int s = space().states();
        Tensor index = Tensors.range(count, Tensors.device(x)).add(Ops.scalar(from));
        Tensor sites = Tensors.range(d, Tensors.device(x)).view(1, d, 1, 1).expand(count, d, s, 1);
        Tensor values = existing(x).view(1, d, s, 1).expand(count, d, s, 1);
        Tensor y = x.narrow(0, from, count)
                .view(count, 1, 1, d)
                .expand(count, d, s, d)
                .scatter(3, sites, values)
                .view(-1, d);
        Tensor repeated = index.view(count, 1).expand(count, (long) d * s).reshape(-1);
        return rows(repeated).logDensity(y).view(count, d, s);
    }

    /** The values of sites, [d, S]: in place of those that a site does not have its last one. */
    private Tensor existing(Tensor x) {
        int d = space().sites();
        Tensor values = Tensors.range(space().states(), Tensors.device(x)).expand(d, space().states());
        Tensor exists = space().exists(x);
        return exists == null
                ? values
                : values.minimum(Ops.plus(exists.to(ScalarType.Long).sum(-1), -1)
                        .to(ScalarType.Long)
                        .unsqueeze(-1));
    }

    /** {@code U(x with x_i set to tau) - U(x)} for one site, [n, S]. */
    default Tensor logRatiosAt(Tensor x, int site) {
        int s = space().states();
        try (Scope scope = Scope.open()) {
            Tensor[] values = new Tensor[s];
            for (int tau = 0; tau < s; tau++) {
                Tensor y = x.clone();
                y.select(1, site).fill_(Ops.scalar((long) Math.min(tau, space().size(site) - 1)));
                values[tau] = logDensity(y);
            }
            Tensor all = Ops.stack(-1, values);
            return scope.keep(all.sub(Ops.pick(all, x.select(1, site)).unsqueeze(-1)));
        }
    }

    /** The target whose row k is this one's row {@code index[k]}; itself unless rows are different instances. */
    default Target rows(Tensor index) {
        return this;
    }

    /** How the sites lie and what may be exchanged, for networks to rely on. */
    default Structure structure() {
        return Structure.NONE;
    }

    /** Closes a target that owns memory, and so can be closed; others need nothing. */
    static void close(Target target) {
        if (target instanceof AutoCloseable owner) {
            try {
                owner.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("a target cannot be closed", e);
            }
        }
    }
}
