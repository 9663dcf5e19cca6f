package io.github.dnfs4j.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Observables.Magnetisation;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import org.junit.jupiter.api.Test;

class ObservablesTest {
    private static SampleSet samples(int states, byte[] x, double... logw) {
        return new SampleSet(
                new StateSpace(x.length / logw.length, states), x, new double[logw.length], logw, Cost.NONE);
    }

    @Test
    void magnetisationIsWeighted() {
        // m = 1/3 with weight 3 and m = -1 with weight 1
        SampleSet s = samples(2, new byte[] {1, 0, 1, 0, 0, 0}, Math.log(3), 0);
        Magnetisation m = Observables.magnetisation(s);
        assertThat(m.mean()).isCloseTo(0, within(1e-15));
        assertThat(m.meanAbsolute()).isCloseTo(0.5, within(1e-15));
    }

    @Test
    void symmetricTargetHasNoMeanButAnOrder() {
        Magnetisation m = Observables.magnetisation(Enumeration.of(Ising.lattice(3, 0.5, 0)));
        assertThat(m.mean()).isCloseTo(0, within(1e-12));
        assertThat(m.meanAbsolute()).isBetween(0.95, 1.0);
    }

    @Test
    void independentSpinsFollowTheirField() {
        double field = 0.3;
        Enumeration e = Enumeration.of(Ising.lattice(3, 0, field));
        assertThat(Observables.magnetisation(e).mean()).isCloseTo(Math.tanh(field), within(1e-12));
    }

    @Test
    void samplesApproachTheExactMagnetisation() {
        Enumeration e = Enumeration.of(Ising.lattice(3, 0.15, 0.1));
        Magnetisation exact = Observables.magnetisation(e);
        try (Rng rng = Rng.seeded(8, Device.CPU)) {
            Magnetisation m = Observables.magnetisation(e.sample(40_000, rng));
            assertThat(m.mean()).isCloseTo(exact.mean(), within(0.015));
            assertThat(m.meanAbsolute()).isCloseTo(exact.meanAbsolute(), within(0.01));
        }
    }

    @Test
    void allWeightsZeroHasNoMagnetisation() {
        SampleSet s = samples(2, new byte[] {1, 0}, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);
        assertThat(Observables.magnetisation(s).mean()).isNaN();
        assertThat(Observables.magnetisation(s).meanAbsolute()).isNaN();
    }

    @Test
    void threeStatesAreNotSpins() {
        SampleSet s = samples(3, new byte[] {2}, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> Observables.magnetisation(s));
    }
}
