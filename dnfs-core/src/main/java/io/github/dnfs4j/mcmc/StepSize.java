package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import org.bytedeco.pytorch.Tensor;

/**
 * Finds the alpha of {@link DiscreteLangevin} at which a share of {@value #WANTED} of the proposals is accepted:
 *
 * <pre>{@code log alpha <- log alpha + k^-0.6 (acceptance - 0.574),   k = 1, 2, ...}</pre>
 *
 * <p>A chain that adapts while it samples is not invariant, so this runs before, on chains of its own.
 *
 * @param alpha what was found; the average over the second half, in the logarithm
 * @param acceptance of that half
 * @param cost of the search
 */
public record StepSize(double alpha, double acceptance, Cost cost) {
    /** The best share in the limit of many sites. */
    public static final double WANTED = 0.574;

    private static final double START = 0.3;
    private static final double SMALLEST = 1e-3;
    private static final double LARGEST = 1e3;
    private static final double DECAY = 0.6;

    /** Adapts at time t with so many chains from uniform starts for so many steps. */
    public static StepSize adapt(AnnealingPath path, Guess guess, double t, int chains, int steps, Rng rng) {
        if (chains < 1 || steps < 2) {
            throw new IllegalArgumentException("adapting needs at least 1 chain and 2 steps");
        }
        long start = System.nanoTime();
        double log = Math.log(START);
        double sum = 0;
        double accepted = 0;
        int counted = 0;
        try (Scope scope = Scope.open()) {
            Tensor x = path.start(chains, rng);
            for (int k = 1; k <= steps; k++) {
                try (Scope step = Scope.open()) {
                    MarkovKernel.Move move = dmala(Math.exp(log), guess).move(path.target(), x, t, rng);
                    x.copy_(move.x());
                    double share = move.acceptance().mean().item_double();
                    log += Math.pow(k, -DECAY) * (share - WANTED);
                    log = Math.max(Math.log(SMALLEST), Math.min(Math.log(LARGEST), log));
                    if (2 * k > steps) {
                        sum += log;
                        accepted += share;
                        counted++;
                    }
                }
            }
        }
        long evaluations = (long) chains * steps * dmala(1, guess).targetEvaluations(path.space());
        Cost cost = new Cost(evaluations, 0, (System.nanoTime() - start) / 1e9);
        return new StepSize(Math.exp(sum / counted), accepted / counted, cost);
    }

    /** The Metropolis-adjusted kernel with this step size. */
    public static Metropolis dmala(double alpha, Guess guess) {
        return new Metropolis(new DiscreteLangevin(alpha), guess, 1, true);
    }

    /** The unadjusted kernel with this step size. */
    public static Metropolis dula(double alpha, Guess guess) {
        return new Metropolis(new DiscreteLangevin(alpha), guess, 1, false);
    }
}
