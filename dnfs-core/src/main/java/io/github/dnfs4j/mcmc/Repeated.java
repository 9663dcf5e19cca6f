package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import org.bytedeco.pytorch.Tensor;

/** Several steps of a kernel at the same t, as one. */
record Repeated(MarkovKernel kernel, int times) implements MarkovKernel {
    Repeated {
        if (times < 1) {
            throw new IllegalArgumentException("a kernel is repeated at least 1 time, not " + times);
        }
    }

    @Override
    public Tensor step(AnnealingPath path, Tensor x, double t, Rng rng) {
        try (Scope scope = Scope.open()) {
            Tensor y = x.clone();
            for (int k = 0; k < times; k++) {
                try (Scope inner = Scope.open()) {
                    y.copy_(kernel.step(path, y, t, rng));
                }
            }
            return scope.keep(y);
        }
    }

    @Override
    public long targetEvaluations(StateSpace space) {
        return times * kernel.targetEvaluations(space);
    }
}
