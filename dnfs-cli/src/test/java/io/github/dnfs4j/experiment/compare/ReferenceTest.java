package io.github.dnfs4j.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Kaufman;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import org.junit.jupiter.api.Test;

class ReferenceTest {
    @Test
    void aLargeLatticeIsComparedWithChainsNearTheExactEnergy() {
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            Reference reference = Reference.of(Ising.lattice(5, 0.1, 0), 0.2, rng);
            assertThat(reference.name()).matches("1,000 Gibbs chains of [0-9,]+ sweeps");
            assertThat(reference.magnetisation()).isNull();
            double error = Weights.standardError(reference.logDensity());
            assertThat(Weights.mean(reference.logDensity()))
                    .isCloseTo(Kaufman.of(5, 5, 0.1).meanLogDensity(), within(4 * error));
        }
    }

    @Test
    void aSmallOneWithEveryState() {
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            Reference reference = Reference.of(Ising.lattice(3, 0.1, 0), 0.2, rng);
            assertThat(reference.name()).isEqualTo("exact");
            assertThat(reference.logDensity()).hasSize(512);
            assertThat(reference.magnetisation().mean()).isCloseTo(0, within(1e-12));
        }
    }
}
