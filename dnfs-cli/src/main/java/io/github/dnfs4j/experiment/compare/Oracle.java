package io.github.dnfs4j.experiment.compare;

import io.github.dnfs4j.mcmc.LongRun;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.MarkovKernels;
import io.github.dnfs4j.mcmc.SwendsenWang;
import io.github.dnfs4j.metric.ChainDiagnostics;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.ExactValues;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.target.PairTarget;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The truth that samplers are held against: every state of a small space, else a long run of cluster moves, else of
 * Gibbs sweeps. Where a formula knows the mean energy or log Z, it is used in place of the run's.
 *
 * @param name for the legend
 * @param logDensity U of states
 * @param logWeights of the same states
 * @param meanLogDensity {@code <U>}
 * @param error of that; 0 where it is exact
 * @param logZ where it is known
 */
record Oracle(
        String name,
        double[] logDensity,
        double[] logWeights,
        double meanLogDensity,
        double error,
        @Nullable Double logZ) {
    private static final int CHAINS = 200;
    private static final int LEAST = 20_000;

    static Oracle of(TargetSettings settings, int samples, Rng rng) {
        Target target = settings.build();
        if (Enumeration.fits(target.space())) {
            Enumeration all = Enumeration.of(target);
            double[] u = all.logDensity();
            return new Oracle("exact", u, u, all.exact().meanLogDensity(), 0, all.logZ());
        }
        int rounds = Math.max(LEAST, 4 * samples) / CHAINS;
        LongRun.Result run = longRun(target).run(rounds, rng);
        double[] u = run.samples().logDensity();
        ChainDiagnostics d = ChainDiagnostics.of(run.logDensity());
        ExactValues known = ExactValues.of(target).orElse(null);
        double error = Math.sqrt(Weights.variance(u) / d.ess());
        return new Oracle(
                "long run",
                u,
                new double[u.length],
                known == null ? Weights.mean(u) : known.meanLogDensity(),
                known == null ? error : 0,
                known == null ? null : known.logZ());
    }

    /** Chains that mix well enough to be believed. */
    static LongRun longRun(Target target) {
        boolean clusters = target instanceof PairTarget pairs
                && (target.space().states() == 2
                        || Arrays.stream(pairs.pairs().weights())
                                .flatMapToDouble(Arrays::stream)
                                .allMatch(w -> w >= 0));
        MarkovKernel kernel = clusters ? new SwendsenWang() : MarkovKernels.gibbs(target, Device.CPU);
        return new LongRun(new AnnealingPath(target), kernel, CHAINS, clusters ? 300 : 2000, clusters ? 5 : 20);
    }
}
