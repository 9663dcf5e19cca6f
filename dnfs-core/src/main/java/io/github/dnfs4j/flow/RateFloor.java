package io.github.dnfs4j.flow;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.times;

import org.bytedeco.pytorch.Tensor;

/**
 * What is added to the forward and to the reverse rate of every move, so that every move that can be undone can be
 * made: one-way rates alone break the support condition of the exact weights of {@link Steps}. Jumps need none: a jump has
 * a rate exactly where its way back has.
 *
 * <pre>{@code floor(tau, i | x, t) = reversible * sigmoid(log p_t(y) - log p_t(x)) + constant}</pre>
 *
 * <p>The first term is the heat-bath rate. It satisfies detailed balance with p_t, hence it changes neither the path
 * nor, to first order, the weights. The second is a plain constant.
 */
public record RateFloor(double reversible, double constant) {
    public RateFloor {
        if (!(reversible >= 0) || !(constant >= 0) || Double.isInfinite(reversible + constant)) {
            throw new IllegalArgumentException("rate floors must be finite and not negative");
        }
    }

    /** No floor: exact weights are then biased wherever the network's rates are one-way. */
    public static final RateFloor NONE = new RateFloor(0, 0);

    /** The floor at log ratios [n, d, S] of time t, before the entries tau = x_i are cut out. */
    Tensor at(Tensor logRatios) {
        Tensor heatBath = times(logRatios.sigmoid(), reversible);
        return constant == 0 ? heatBath : plus(heatBath, constant);
    }
}
