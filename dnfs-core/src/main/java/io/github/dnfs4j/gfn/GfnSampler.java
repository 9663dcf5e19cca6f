package io.github.dnfs4j.gfn;

import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * Samples of a GFlowNet with exact weights {@code log w = U(x) + log P_B(trajectory | x) - log P_F(trajectory)}: E[w] =
 * Z for every policy, trained or not.
 */
public record GfnSampler(FillPolicy policy, Target target, int batch) implements Sampler {
    public GfnSampler {
        if (batch < 1) {
            throw new IllegalArgumentException("batch must be at least 1, not " + batch);
        }
    }

    @Override
    public SampleSet sample(int count, Rng rng) {
        long start = System.nanoTime();
        StateSpace space = target.space();
        int d = space.sites();
        byte[] states = new byte[Math.multiplyExact(count, d)];
        double[] u = new double[count];
        double[] logw = new double[count];
        for (int from = 0; from < count; from += batch) {
            int n = Math.min(batch, count - from);
            try (Scope scope = Scope.open();
                    NoGradGuard guard = new NoGradGuard()) {
                Fillings f = Fillings.forward(policy, rng.uniform(d, n, 1));
                Tensor rows = Tensors.range(n, rng.device()).add(Ops.scalar((long) from));
                Tensor density = target.rows(rows).logDensity(f.x());
                System.arraycopy(Tensors.bytes(f.x()), 0, states, from * d, n * d);
                System.arraycopy(Tensors.doubles(density), 0, u, from, n);
                System.arraycopy(Tensors.doubles(density.sub(f.logRatioOnly(policy))), 0, logw, from, n);
            }
        }
        // Once to draw a step, twice to weigh it.
        Cost cost = new Cost(count, 3L * d * count, (System.nanoTime() - start) / 1e9);
        return new SampleSet(space, states, u, logw, cost);
    }

    /**
     * log q(x), [n]: how likely the policy is to end at each row of x [n, d], the log of an unbiased estimate from
     * {@code paths} orders of filling in drawn by P_B,
     *
     * <pre>{@code q(x) = E over P_B(. | x) of P_F(trajectory) / P_B(trajectory | x)}</pre>
     */
    public double[] logLikelihood(Tensor x, int paths, Rng rng) {
        if (paths < 1) {
            throw new IllegalArgumentException("paths must be at least 1, not " + paths);
        }
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor[] ratios = new Tensor[paths];
            for (int k = 0; k < paths; k++) {
                try (Scope inner = Scope.open()) {
                    Tensor uniforms = rng.uniform(x.size(1), x.size(0), 1);
                    ratios[k] =
                            inner.keep(Fillings.backward(policy, x, uniforms).logRatioOnly(policy));
                }
            }
            return Tensors.doubles(Ops.plus(Ops.stack(0, ratios).logsumexp(0), -Math.log(paths)));
        }
    }
}
