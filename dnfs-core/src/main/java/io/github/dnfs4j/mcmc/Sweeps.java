package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/** Several steps of a Markov kernel as one. */
public record Sweeps(MarkovKernel kernel, int count) implements MarkovKernel {
    public Sweeps {
        if (count < 1) {
            throw new IllegalArgumentException("sweeps must be at least 1, not " + count);
        }
    }

    /** So many Gibbs sweeps; null, which means no moves, for 0. */
    public static @Nullable MarkovKernel gibbs(int count) {
        return count == 0 ? null : new Sweeps(new SuitedGibbs(), count);
    }

    @Override
    public Tensor step(Target target, Tensor x, double strength, Rng rng) {
        try (Scope scope = Scope.open()) {
            Tensor y = x.clone();
            for (int k = 0; k < count; k++) {
                try (Scope inner = Scope.open()) {
                    y.copy_(kernel.step(target, y, strength, rng));
                }
            }
            return scope.keep(y);
        }
    }

    @Override
    public long targetEvaluations(StateSpace space) {
        return count * kernel.targetEvaluations(space);
    }
}
