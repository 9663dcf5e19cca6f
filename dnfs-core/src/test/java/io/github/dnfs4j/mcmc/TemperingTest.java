package io.github.dnfs4j.mcmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.SmallTargets;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TemperingTest {
    @Test
    void annealingFindsTheBestState() {
        SmallTargets.all().forEach((name, target) -> {
            double best =
                    Arrays.stream(Enumeration.of(target).logDensity()).max().orElseThrow();
            MarkovKernel kernel = MarkovKernels.gibbs(target, Device.CPU);
            try (Rng rng = Rng.seeded(41, Device.CPU)) {
                SampleSet found = SimulatedAnnealing.geometric(new AnnealingPath(target), kernel, 3, 0.05, 60)
                        .sample(20, rng);
                assertThat(Arrays.stream(found.logDensity()).max().orElseThrow())
                        .as(name)
                        .isCloseTo(best, within(1e-9));
                // What is returned is the state that has that density.
                assertThat(found.logDensity()[0]).isCloseTo(density(target, found.state(0)), within(1e-9));
            }
        });
    }

    /** From temperature 4 down to a quarter, by equal factors, and the last one is reached. */
    @Test
    void temperaturesFallGeometricallyFromOneToTheOther() {
        AnnealingPath path = new AnnealingPath(Ising.lattice(3, 0.1, 0));
        assertThat(SimulatedAnnealing.geometric(path, new Gibbs(), 4, 0.25, 5).inverseTemperatures())
                .containsExactly(new double[] {0.25, 0.5, 1, 2, 4}, within(1e-12));
        assertThat(SimulatedAnnealing.geometric(path, new Gibbs(), 4, 0.25, 1).inverseTemperatures())
                .containsExactly(new double[] {4}, within(1e-12));
    }

    private static double density(Target target, byte[] state) {
        int k = 0;
        for (byte v : state) {
            k = k * target.space().states() + v;
        }
        return Enumeration.of(target).logDensity()[k];
    }

    /** Two modes a single chain cannot leave: hot replicas visit both, and the weights of the modes come out right. */
    @Test
    void replicasCrossABarrier() {
        double[] u = new double[64];
        Arrays.fill(u, -9);
        u[0] = 0;
        u[63] = Math.log(3);
        Target target = Tabulated.of(6, 2, u);
        AnnealingPath path = new AnnealingPath(target);
        double[] p = Enumeration.of(target).probabilities();
        int n = 2000;
        try (Rng rng = Rng.seeded(42, Device.CPU)) {
            SampleSet tempered =
                    ParallelTempering.even(path, new Gibbs(), 150, 5).sample(n, rng);
            double share = share(tempered, u[63]);
            assertThat(share).isCloseTo(p[63], within(4 * Math.sqrt(p[63] * (1 - p[63]) / n)));
            assertThat(share(new ChainSampler(path, new Gibbs(), 150).sample(n, rng), u[63]))
                    .isLessThan(p[63] - 0.1);
        }
    }

    private static double share(SampleSet set, double u) {
        return Arrays.stream(set.logDensity()).filter(v -> v == u).count() / (double) set.count();
    }

    @Test
    void nonsenseIsRefused() {
        AnnealingPath path = new AnnealingPath(Tabulated.random(2, 2, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new ParallelTempering(path, new Gibbs(), 1, 1, 0.5));
        assertThatIllegalArgumentException().isThrownBy(() -> new ParallelTempering(path, new Gibbs(), 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> SimulatedAnnealing.geometric(path, new Gibbs(), 1, 0, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> new Wolff(1).step(path.target(), null, 1, null));
        assertThatIllegalArgumentException().isThrownBy(() -> new Gibbs().repeated(0));
    }
}
