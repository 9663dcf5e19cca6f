package io.github.dnfs4j.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Potts;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import org.junit.jupiter.api.Test;

class OrderParameterTest {
    @Test
    void isZeroForEqualSharesAndOneForAgreement() {
        byte[] states = {0, 1, 2, 2, 2, 2, 0, 0, 1};
        SampleSet three = new SampleSet(new StateSpace(3, 3), states, new double[3], new double[3], Cost.NONE);
        // 0, 1 and (3 * 2/3 - 1) / 2 = 1/2.
        assertThat(Observables.orderParameter(three, 1).value()).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void twoStatesGiveTheAbsoluteMagnetisation() {
        Enumeration spins = Enumeration.of(Ising.lattice(3, 0.2, 0.1));
        assertThat(Observables.orderParameter(spins))
                .isCloseTo(Observables.magnetisation(spins).meanAbsolute(), within(1e-12));
    }

    @Test
    void samplesAgreeWithEnumerationWithinTheirError() {
        Enumeration exact = Enumeration.of(Potts.lattice(3, 3, 0.8));
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            Estimate drawn = Observables.orderParameter(exact.sample(4000, rng), 1);
            assertThat(drawn.standardError()).isBetween(1e-3, 1e-2);
            assertThat(drawn.value()).isCloseTo(Observables.orderParameter(exact), within(4 * drawn.standardError()));
        }
    }

    /** Ten copies of each of 400 values are 400 values: their error does not shrink. */
    @Test
    void groupedErrorsSeeThroughCopies() {
        double[] once = new java.util.Random(1).doubles(400).toArray();
        double[] copied = new double[4000];
        java.util.Arrays.setAll(copied, k -> once[k / 10]);
        assertThat(Statistics.standardError(copied, 10)).isCloseTo(Statistics.standardError(once), within(1e-12));
        assertThat(Statistics.standardError(copied)).isLessThan(0.4 * Statistics.standardError(once));
    }

    @Test
    void andSoDoesTheErrorOfTheOrderParameter() {
        try (Rng rng = Rng.seeded(2, Device.CPU)) {
            SampleSet once = Enumeration.of(Potts.lattice(3, 3, 0.8)).sample(200, rng);
            int d = once.space().sites();
            byte[] states = new byte[10 * once.states().length];
            for (int k = 0; k < 2000; k++) {
                System.arraycopy(once.state(k / 10), 0, states, k * d, d);
            }
            SampleSet copied = new SampleSet(once.space(), states, new double[2000], new double[2000], Cost.NONE);
            Estimate expected = Observables.orderParameter(once, 1);
            Estimate grouped = Observables.orderParameter(copied, 10);
            assertThat(grouped.value()).isCloseTo(expected.value(), within(1e-12));
            assertThat(grouped.standardError()).isCloseTo(expected.standardError(), within(1e-12));
        }
    }
}
