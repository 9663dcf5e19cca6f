package io.github.dnfs4j.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.mcmc.AnnealedSampler;
import io.github.dnfs4j.mcmc.LongRun;
import io.github.dnfs4j.mcmc.PairGibbs;
import io.github.dnfs4j.mcmc.SwendsenWang;
import io.github.dnfs4j.metric.Kaufman;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Layout;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OracleTest {
    @Test
    void aLargeLatticeIsComparedWithChainsNearTheExactEnergy() {
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            Oracle oracle = Oracle.within(0.2, Ising.lattice(5, 0.1, 0), rng);
            assertThat(oracle.name()).matches("1,000 Gibbs chains of [0-9,]+ sweeps");
            assertThat(oracle.magnetisation()).isNull();
            double error = Statistics.standardError(oracle.logDensity());
            assertThat(Statistics.mean(oracle.logDensity()))
                    .isCloseTo(Kaufman.of(5, 5, 0.1).meanLogDensity(), within(4 * error));
        }
    }

    @Test
    void aSmallOneWithEveryState() {
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            Oracle oracle = Oracle.within(0.2, Ising.lattice(3, 0.1, 0), rng);
            assertThat(oracle.name()).isEqualTo("exact");
            assertThat(oracle.logDensity()).hasSize(512);
            assertThat(oracle.magnetisation().mean()).isCloseTo(0, within(1e-12));
        }
    }

    /** Clusters of a frustrated graph hold nearly all sites: they turn all at once and stay where they began. */
    @Test
    void aLongRunOfAGlassMixes() {
        Layout sk = new Layout(Layout.Kind.COMPLETE, Layout.Boundary.FREE, Layout.Law.GAUSSIAN, 1, List.of());
        Target glass = Ising.lattice(sk, 64, 0.5, 0);
        AnnealingPath path = new AnnealingPath(glass);
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            SampleSet annealed = AnnealedSampler.ais(path, new PairGibbs(), 64).sample(500, rng);
            double[] share = Weights.normalised(annealed.logWeights());
            double truth = IntStream.range(0, share.length)
                    .mapToDouble(k -> share[k] * annealed.logDensity()[k])
                    .sum();
            assertThat(mean(Oracle.longRun(glass), rng)).isCloseTo(truth, within(1.5));
            assertThat(mean(new LongRun(path, new SwendsenWang(), 200, 300, 5), rng))
                    .isLessThan(truth - 4);
        }
    }

    private static double mean(LongRun run, Rng rng) {
        return Statistics.mean(run.run(20, rng).samples().logDensity());
    }
}
