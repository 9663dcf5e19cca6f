package io.github.dnfs4j.experiment.compare;

import io.github.dnfs4j.mcmc.ChainSampler;
import io.github.dnfs4j.mcmc.LongRun;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.MarkovKernels;
import io.github.dnfs4j.mcmc.SwendsenWang;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.ExactValues;
import io.github.dnfs4j.metric.Observables;
import io.github.dnfs4j.metric.Observables.Magnetisation;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.PairTarget;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The truth that samples are held against: every state of a small space, else a long run. Where a formula knows the mean
 * energy and log Z, it is used in place of the run's.
 *
 * @param name for the legend
 * @param logDensity U of states
 * @param logWeights of those states
 * @param exact log Z and {@code <U>}, where they are known
 * @param magnetisation where every state of two-valued sites was visited
 */
public record Oracle(
        String name,
        double[] logDensity,
        double[] logWeights,
        @Nullable ExactValues exact,
        @Nullable Magnetisation magnetisation) {
    private static final int CHAINS = 200;
    private static final int LEAST = 20_000;
    private static final int GIBBS_CHAINS = 1000;
    private static final int PILOT_SWEEPS = 3;
    private static final int MOST_SWEEPS = 2000;
    private static final int LEAST_SWEEPS = 10;

    /** Enumerates, or runs chains that mix well for four times as many states as there are samples to judge. */
    static Oracle of(Target target, int samples, Rng rng) {
        if (Enumeration.fits(target.space())) {
            return enumerated(target);
        }
        double[] u = longRun(target)
                .run(Math.max(LEAST, 4 * samples) / CHAINS, rng)
                .samples()
                .logDensity();
        return new Oracle(
                "long run", u, new double[u.length], ExactValues.of(target).orElse(null), null);
    }

    /** Enumerates, or runs Gibbs chains for about so many seconds. */
    public static Oracle within(double seconds, Target target, Rng rng) {
        if (Enumeration.fits(target.space())) {
            return enumerated(target);
        }
        AnnealingPath path = new AnnealingPath(target);
        MarkovKernel gibbs = MarkovKernels.gibbs(target, rng.device());
        SampleSet pilot = new ChainSampler(path, gibbs, PILOT_SWEEPS).sample(GIBBS_CHAINS, rng);
        double sweep = pilot.cost().seconds() / PILOT_SWEEPS;
        int sweeps = (int) Math.max(LEAST_SWEEPS, Math.min(MOST_SWEEPS, seconds / sweep));
        SampleSet chains = new ChainSampler(path, gibbs, sweeps).sample(GIBBS_CHAINS, rng);
        String name = String.format(Locale.ROOT, "%,d Gibbs chains of %,d sweeps", GIBBS_CHAINS, sweeps);
        return new Oracle(name, chains.logDensity(), chains.logWeights(), null, null);
    }

    private static Oracle enumerated(Target target) {
        Enumeration all = Enumeration.of(target);
        double[] u = all.logDensity();
        return new Oracle("exact", u, u, all.exact(), magnetisation(target));
    }

    /** The exact magnetisation of a target that can be enumerated. */
    public static @Nullable Magnetisation magnetisation(Target target) {
        return Enumeration.fits(target.space())
                        && target.space().states() == 2
                        && !target.space().mixed()
                ? Observables.magnetisation(Enumeration.of(target))
                : null;
    }

    /** {@code <U>}. */
    double meanLogDensity() {
        return exact == null ? Statistics.mean(logDensity) : exact.meanLogDensity();
    }

    @Nullable
    Double logZ() {
        return exact == null ? null : exact.logZ();
    }

    /**
     * Chains that mix well enough to be believed: cluster moves, or Gibbs sweeps where those do not apply or, as in a
     * glass, do not mix.
     */
    static LongRun longRun(Target target) {
        boolean clusters = target instanceof PairTarget pairs
                && (target.space().states() == 2
                        ? !pairs.pairs().frustrated()
                        : Arrays.stream(pairs.pairs().couplings())
                                .flatMapToDouble(Arrays::stream)
                                .allMatch(w -> w >= 0));
        MarkovKernel kernel = clusters ? new SwendsenWang() : MarkovKernels.gibbs(target, Device.CPU);
        return new LongRun(new AnnealingPath(target), kernel, CHAINS, clusters ? 300 : 2000, clusters ? 5 : 20);
    }
}
