package io.github.dnfs4j.flow;

import static io.github.dnfs4j.torch.Ops.pick;
import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.torch.Words;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * One step of a chain in which every site moves on its own. With rates r_i(tau), zero at tau = x_i, and
 * {@code a_i = dt sum_tau r_i(tau)}, site i leaves with probability {@code p(a_i)} and then picks tau in proportion to
 * its rate:
 *
 * <pre>{@code
 * log F(y | x) = sum over sites that stay of log(1 - p(a_i))
 *              + sum over sites that move of log p(a_i) + log r_i(y_i) - log sum_tau r_i(tau)
 * }</pre>
 *
 * <p>Backwards in time it is B(x | y), with the reverse rates.
 */
public enum StepRule {
    /** {@code p(a) = min(a, 0.999)}, the paper's. */
    EULER {
        @Override
        Tensor leave(Tensor a) {
            return a.clamp_max(scalar(0.999));
        }

        @Override
        Tensor logStay(Tensor a) {
            return leave(a).neg().log1p();
        }
    },
    /** {@code p(a) = 1 - exp(-a)}, exact for rates that do not change during the step. */
    EXPONENTIAL {
        @Override
        Tensor leave(Tensor a) {
            return a.neg().expm1().neg();
        }

        @Override
        Tensor logStay(Tensor a) {
            return a.neg();
        }
    };

    /** Reads {@code exponential} or {@code euler}. */
    public static StepRule parse(String name) {
        return Words.parse("rule", StepRule.class, name);
    }

    abstract Tensor leave(Tensor a);

    abstract Tensor logStay(Tensor a);

    /**
     * Draws the next states.
     *
     * @param rates [n, d, S]
     * @param x [n, d]
     * @param dt the time of the step, []
     * @param uniforms [n, d]; one number decides both whether a site leaves and where to
     */
    public Tensor step(Tensor rates, Tensor x, Tensor dt, Tensor uniforms) {
        return step(rates, null, x, dt, uniforms);
    }

    /** One step with the rates of each site times a factor, [n, d, 1]; null for 1. */
    Tensor step(Tensor rates, @Nullable Tensor factor, Tensor x, Tensor dt, Tensor uniforms) {
        if (CudaRates.serve(rates)) {
            return CudaRates.step(rates, factor, x, dt, uniforms, this);
        }
        long states = rates.size(-1);
        Tensor cumulated = scaled(rates, factor).cumsum(-1);
        Tensor total = cumulated.select(-1, states - 1);
        Tensor leave = leave(total.mul(dt));
        // Given u < leave, u / leave is uniform again. Where total = 0 this is NaN and not used.
        Tensor place = uniforms.mul(total).div(leave).unsqueeze(-1);
        // The last value with a rate is where the sum is full: rounding may put the place at its very end, not beyond.
        Tensor passed = cumulated.le(place).logical_and(cumulated.lt(total.unsqueeze(-1)));
        Tensor chosen = passed.sum(-1);
        return torch.where(uniforms.lt(leave), chosen, x);
    }

    private static Tensor scaled(Tensor rates, @Nullable Tensor factor) {
        return factor == null ? rates : rates.mul(factor);
    }

    /** Adds {@code sign} times {@link #logProbability} to sum [n]; factor as in a step. */
    void addLogProbability(Tensor sum, int sign, Tensor rates, @Nullable Tensor factor, Tensor x, Tensor y, Tensor dt) {
        if (CudaRates.serve(rates)) {
            CudaRates.addLogProbability(sum, sign, rates, factor, x, y, dt, this);
        } else {
            sum.add_(logProbability(scaled(rates, factor), x, y, dt), scalar((long) sign));
        }
    }

    /** log probability of going from x to y, [n]. */
    public Tensor logProbability(Tensor rates, Tensor x, Tensor y, Tensor dt) {
        Tensor total = rates.sum(-1);
        Tensor a = total.mul(dt);
        // Where total = 0 no move is possible: 0 / tiny, not 0 / 0.
        Tensor move = leave(a).mul(pick(rates, y))
                .div(total.clamp_min(scalar(Double.MIN_NORMAL)))
                .log();
        return torch.where(x.ne(y), move, logStay(a)).sum(-1);
    }

    @Override
    public String toString() {
        return Words.of(this);
    }
}
