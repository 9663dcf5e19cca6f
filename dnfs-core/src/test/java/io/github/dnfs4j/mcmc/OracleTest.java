package io.github.dnfs4j.mcmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.ChainDiagnostics;
import io.github.dnfs4j.metric.Kaufman;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.target.Tempered;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Samplers against exact values of lattices that are too large, or just small enough, to enumerate. */
class OracleTest {
    static Stream<MarkovKernel> clusters() {
        return Stream.of(new Wolff(8), new SwendsenWang());
    }

    /** The critical 16x16 lattice, where single sites would need tens of thousands of sweeps. */
    @ParameterizedTest
    @MethodSource("clusters")
    void clustersKnowTheCriticalEnergy(MarkovKernel kernel) {
        Target target = Ising.lattice(16, Ising.CRITICAL, 0);
        try (Rng rng = Rng.seeded(21, Device.CPU)) {
            LongRun.Result run = new LongRun(new AnnealingPath(target), kernel, 64, 50, 1).run(1000, rng);
            double[][] energy = Arrays.stream(run.logDensity())
                    .map(chain -> Arrays.stream(chain)
                            .map(u -> -u / Tempered.of(target) / 256)
                            .toArray())
                    .toArray(double[][]::new);
            ChainDiagnostics d = ChainDiagnostics.of(energy);
            double[] means = Arrays.stream(energy).mapToDouble(Statistics::mean).toArray();
            double error = Statistics.standardError(means);
            assertThat(error).isLessThan(0.003);
            assertThat(Statistics.mean(means)).isCloseTo(-1.453065, within(4 * error));
            assertThat(d.rHat()).isLessThan(1.01);
        }
    }

    @Test
    void annealedLogZAtTheCriticalPoint() {
        AnnealingPath path = new AnnealingPath(Ising.lattice(4, Ising.CRITICAL, 0));
        try (Rng rng = Rng.seeded(22, Device.CPU)) {
            for (AnnealedSampler sampler : new AnnealedSampler[] {
                AnnealedSampler.ais(path, new PairGibbs(), 32), AnnealedSampler.smc(path, new PairGibbs(), 32)
            }) {
                SampleSet set = sampler.sample(5000, rng);
                double error = Weights.logMeanStandardError(set.logWeights());
                assertThat(Weights.logMean(set.logWeights())).isCloseTo(15.521915, within(Math.max(4 * error, 0.02)));
            }
            double[] w = AnnealedSampler.ais(path, new PairGibbs(), 32)
                    .sample(5000, rng)
                    .logWeights();
            assertThat(Weights.logMean(w)).isCloseTo(15.521915, within(4 * Weights.logMeanStandardError(w)));
            assertThat(Weights.logMeanStandardError(w)).isLessThan(0.02);
        }
    }

    /** Kernels of all kinds agree with Kaufman's energy of the 10x10 lattice at sigma = 0.1. */
    @Test
    void mixedLatticeHasKaufmansEnergy() {
        Target target = Ising.lattice(10, 0.1, 0);
        double exact = Kaufman.of(10, 10, 0.1).meanLogDensity();
        AnnealingPath path = new AnnealingPath(target);
        try (Rng rng = Rng.seeded(23, Device.CPU)) {
            for (String name : new String[] {"gibbs", "random-gibbs", "block-gibbs", "dmala", "wolff", "sw"}) {
                MarkovKernel kernel = MarkovKernels.named(name, path, rng).kernel();
                double[] u =
                        new ChainSampler(path, kernel, 40).sample(1000, rng).logDensity();
                assertThat(Statistics.mean(u)).as(name).isCloseTo(exact, within(4 * Statistics.standardError(u)));
            }
        }
    }
}
