package io.github.dnfs4j.experiment.compare;

import io.github.dnfs4j.mcmc.ChainSampler;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.MarkovKernels;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Observables;
import io.github.dnfs4j.metric.Observables.Magnetisation;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What samples are compared with: every state where the space is small, long Gibbs chains elsewhere.
 *
 * @param name for the legend
 * @param logDensity U of states
 * @param logWeights of the same states
 * @param magnetisation the exact one, where every state was visited
 */
public record Reference(
        String name,
        double[] logDensity,
        double[] logWeights,
        @Nullable Magnetisation magnetisation) {
    private static final int CHAINS = 1000;
    private static final int PILOT_SWEEPS = 3;
    private static final int MOST_SWEEPS = 2000;
    private static final int LEAST_SWEEPS = 10;

    /** The exact magnetisation of a target that can be enumerated. */
    public static @Nullable Magnetisation magnetisation(Target target) {
        return Enumeration.fits(target.space()) && target.space().states() == 2
                ? Observables.magnetisation(Enumeration.of(target))
                : null;
    }

    /** Enumerates, or runs chains for about so many seconds. */
    public static Reference of(Target target, double seconds, Rng rng) {
        if (Enumeration.fits(target.space())) {
            double[] u = Enumeration.of(target).logDensity();
            return new Reference("exact", u, u, magnetisation(target));
        }
        AnnealingPath path = new AnnealingPath(target);
        MarkovKernel gibbs = MarkovKernels.gibbs(target, rng.device());
        double sweep = new ChainSampler(path, gibbs, PILOT_SWEEPS)
                        .sample(CHAINS, rng)
                        .cost()
                        .seconds()
                / PILOT_SWEEPS;
        int sweeps = (int) Math.max(LEAST_SWEEPS, Math.min(MOST_SWEEPS, seconds / sweep));
        SampleSet chains = new ChainSampler(path, gibbs, sweeps).sample(CHAINS, rng);
        String name = String.format(Locale.ROOT, "%,d Gibbs chains of %,d sweeps", CHAINS, sweeps);
        return new Reference(name, chains.logDensity(), chains.logWeights(), null);
    }
}
