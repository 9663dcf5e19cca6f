package io.github.dnfs4j.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Kaufman;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
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
}
