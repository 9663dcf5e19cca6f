package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.Resampling;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;

/**
 * Annealed importance sampling (Neal 2001): from x_0 ~ eta, at each time of the grid
 *
 * <pre>{@code
 * log w <- log w + log p~_{t_{k+1}}(x) - log p~_{t_k}(x)
 * x     <- a move that leaves p_{t_{k+1}} invariant
 * }</pre>
 *
 * <p>so that E[w] = Z for every kernel and every grid that ends at 1. With resampling it is sequential Monte Carlo
 * (Del Moral, Doucet and Jasra 2006): when the ESS of a batch falls below a share, its states are drawn anew in
 * proportion to their weights, which then all are their mean; E[w] stays Z, batch by batch.
 *
 * @param resampleBelow the share of the batch; 0 for never, which is annealed importance sampling
 * @param batch paths at once
 */
public record AnnealedSampler(AnnealingPath path, MarkovKernel kernel, TimeGrid grid, double resampleBelow, int batch)
        implements Sampler {
    public AnnealedSampler {
        if (batch < 1) {
            throw new IllegalArgumentException("batch must be at least 1, not " + batch);
        }
        if (!(resampleBelow >= 0 && resampleBelow <= 1)) {
            throw new IllegalArgumentException("resampling happens below a share of 0 to 1, not " + resampleBelow);
        }
    }

    /** Annealed importance sampling on a uniform grid. */
    public static AnnealedSampler ais(AnnealingPath path, MarkovKernel kernel, int steps) {
        return new AnnealedSampler(path, kernel, TimeGrid.uniform(steps), 0, 1024);
    }

    /** This sampler in smaller batches, of which each is an estimate of its own. */
    public AnnealedSampler inBatches(int newBatch) {
        return new AnnealedSampler(path, kernel, grid, resampleBelow, newBatch);
    }

    /** Sequential Monte Carlo on a uniform grid, resampling below half. */
    public static AnnealedSampler smc(AnnealingPath path, MarkovKernel kernel, int steps) {
        return new AnnealedSampler(path, kernel, TimeGrid.uniform(steps), 0.5, 1024);
    }

    /**
     * Samples and where they come from.
     *
     * @param families the first state from which each sample descends, by its number
     */
    public record Traced(SampleSet samples, int[] families) {}

    @Override
    public SampleSet sample(int count, Rng rng) {
        return traced(count, rng).samples();
    }

    /** Samples, each with the number of the state that it began as, before others were drawn in the place of some. */
    public Traced traced(int count, Rng rng) {
        StateSpace space = path.space();
        long start = System.nanoTime();
        int[] families = new int[count];
        byte[] states = new byte[Math.multiplyExact(count, space.sites())];
        double[] u = new double[count];
        double[] logw = new double[count];
        for (int from = 0; from < count; from += batch) {
            int n = Math.min(batch, count - from);
            try (Scope scope = Scope.open()) {
                Tensor rows = Tensors.range(n, rng.device()).add(Ops.scalar((long) from));
                Tensor x = path.start(n, rng);
                Tensor family = rows.clone();
                double[] w = anneal(path.rows(rows), x, family, rng);
                long[] own = Tensors.longs(family);
                for (int k = 0; k < n; k++) {
                    families[from + k] = Math.toIntExact(own[k]);
                }
                System.arraycopy(Tensors.bytes(x), 0, states, from * space.sites(), n * space.sites());
                double[] density = Tensors.doubles(path.rows(rows).target().logDensity(x));
                System.arraycopy(density, 0, u, from, n);
                System.arraycopy(w, 0, logw, from, n);
            }
        }
        long evaluations = count * (grid.steps() * (1 + kernel.targetEvaluations(space)) + 1);
        Cost cost = new Cost(evaluations, 0, (System.nanoTime() - start) / 1e9);
        return new Traced(new SampleSet(space, states, u, logw, cost), families);
    }

    /** Moves x [n, d] and the families [n] along the grid in place and returns the log weights. */
    private double[] anneal(AnnealingPath here, Tensor x, Tensor family, Rng rng) {
        if (resampleBelow > 0 && here.target() != here.target().rows(Tensors.range(x.size(0), rng.device()))) {
            throw new IllegalArgumentException("resampling would mix rows that are different instances");
        }
        Tensor w = Tensors.full(0, rng.device(), x.size(0));
        for (int k = 0; k < grid.steps(); k++) {
            try (Scope step = Scope.open()) {
                Tensor u = here.target().logDensity(x);
                w.add_(here.logDensity(u, grid.at(k + 1)).sub(here.logDensity(u, grid.at(k))));
                resample(x, w, family, rng);
                x.copy_(kernel.step(here.target(), x, here.strength(grid.at(k + 1)), rng));
            }
        }
        return Tensors.doubles(w);
    }

    private void resample(Tensor x, Tensor w, Tensor family, Rng rng) {
        if (resampleBelow == 0) {
            return;
        }
        double[] logw = Tensors.doubles(w);
        double top = Arrays.stream(logw).max().orElseThrow();
        double sum = Arrays.stream(logw).map(v -> Math.exp(v - top)).sum();
        double squares = Arrays.stream(logw).map(v -> Math.exp(2 * (v - top))).sum();
        if (sum * sum / squares >= resampleBelow * logw.length) {
            return;
        }
        long[] picks = Arrays.stream(Resampling.systematic(logw, logw.length, rng.uniform()))
                .asLongStream()
                .toArray();
        Tensor chosen = Tensors.of(picks, rng.device(), picks.length);
        x.copy_(x.index_select(0, chosen));
        family.copy_(family.index_select(0, chosen));
        w.fill_(Ops.scalar(top + Math.log(sum / logw.length)));
    }
}
