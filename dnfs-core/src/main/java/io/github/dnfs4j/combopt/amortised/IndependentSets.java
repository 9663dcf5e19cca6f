package io.github.dnfs4j.combopt.amortised;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.target.Constrained;
import io.github.dnfs4j.target.ForwardingTarget;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * {@code exp(beta |x|)} on independent sets, and on nothing else. A vertex may leave at any time and enter where no
 * neighbour is selected. In a step only vertices whose priority is above those of all neighbours move: no two of them
 * are adjacent, so the set stays independent, and the step can be undone in the same turn.
 *
 * <pre>{@code
 * p_t ~ lambda(t)^|x|,   log lambda(t) = s(t) beta,   s(0) = log lambda_0 / beta < 0     see AnnealingPath
 * turn of vertex i: degree_i + 1 if it is the first of its neighbourhood, which happens once in degree_i + 1 times
 * }</pre>
 *
 * @param inner its kin where conflicts cost: equal on independent sets, and what a network sees
 */
record IndependentSets(GraphTarget inner) implements ForwardingTarget, Constrained {
    private static final int MOST_TRIES = 10_000;

    /** 1 for edges, fp64 [n, d, d]. */
    private Tensor edges() {
        return inner.lengths().eq(scalar(1L)).to(ScalarType.Double);
    }

    @Override
    public Tensor open(Tensor x) {
        Tensor around = edges().bmm(x.to(ScalarType.Double).unsqueeze(-1)).squeeze(-1);
        Tensor free = around.lt(scalar(0.5));
        Tensor real = structure().real(x);
        return real == null ? free : free.logical_and(real);
    }

    @Override
    public Tensor turns(Tensor priorities) {
        Tensor edges = edges();
        Tensor highest = edges.mul(priorities.unsqueeze(1)).amax(new long[] {-1}, false);
        return priorities.gt(highest).to(ScalarType.Double).mul(plus(edges.sum(-1), 1));
    }

    /** A vertex alone enters at the rate {@code d/dt log lambda sigmoid(log lambda)}; networks start at a quarter of beta. */
    @Override
    public Tensor rateScale(Tensor strength) {
        return times(times(strength, inverseTemperature()).sigmoid(), 4);
    }

    /** By rejection: vertices on their own, until no two are adjacent. */
    @Override
    public Tensor start(double strength, int n, Rng rng) {
        double fugacity = Math.exp(strength * inverseTemperature());
        double share = fugacity / (1 + fugacity);
        try (Scope scope = Scope.open()) {
            Tensor x = Tensors.zeros(ScalarType.Long, rng.device(), n, space().sites());
            Tensor waiting = Tensors.full(1, rng.device(), n, 1).gt(scalar(0.5));
            for (int k = 0; waiting.any().item_bool(); k++) {
                if (k == MOST_TRIES) {
                    throw new IllegalStateException("independent sets of fugacity " + fugacity
                            + " are too rare among random sets of these graphs; begin at a smaller one");
                }
                try (Scope one = Scope.open()) {
                    Tensor y = rng.uniform(n, space().sites())
                            .lt(scalar(share))
                            .to(ScalarType.Double)
                            .mul(inner.energies().mask(x));
                    Tensor conflicts =
                            edges().bmm(y.unsqueeze(-1)).squeeze(-1).mul(y).sum(-1);
                    Tensor take = waiting.logical_and(conflicts.lt(scalar(0.5)).unsqueeze(1));
                    x.copy_(y.to(ScalarType.Long).where(take, x));
                    waiting.logical_and_(take.logical_not());
                }
            }
            return scope.keep(x);
        }
    }

    @Override
    public IndependentSets rows(Tensor index) {
        return new IndependentSets(inner.rows(index));
    }
}
