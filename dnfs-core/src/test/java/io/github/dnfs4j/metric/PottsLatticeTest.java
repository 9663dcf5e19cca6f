package io.github.dnfs4j.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.target.Potts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PottsLatticeTest {
    /** 3^9, 4^9 and 2^16 states. */
    @ParameterizedTest
    @CsvSource({"3, 3, 1.005", "3, 3, -0.7", "3, 4, 1.0986", "4, 2, 0.88"})
    void agreesWithEnumeration(int side, int states, double beta) {
        ExactValues all = Enumeration.of(Potts.lattice(side, states, beta)).exact();
        ExactValues matrix = PottsLattice.of(side, side, states, beta);
        assertThat(matrix.logZ()).isCloseTo(all.logZ(), within(1e-10));
        assertThat(matrix.meanLogDensity()).isCloseTo(all.meanLogDensity(), within(1e-9));
    }

    /** log Z(q = 2, beta) = log Z(Ising, sigma = beta / 4) + beta d, at sizes nobody enumerates. */
    @ParameterizedTest
    @CsvSource({"4, 0.8813736", "7, 0.8813736", "10, 0.4", "8, 2.5"})
    void twoStatesAreIsing(int side, double beta) {
        ExactValues potts = PottsLattice.of(side, side, 2, beta);
        ExactValues ising = Kaufman.of(side, side, beta / 4);
        double shift = beta * side * side;
        assertThat(potts.logZ()).isCloseTo(ising.logZ() + shift, within(1e-9));
        assertThat(potts.meanLogDensity()).isCloseTo(ising.meanLogDensity() + shift, within(1e-8));
    }

    /** The transpose has the same Z, through matrices of another size. */
    @Test
    void rowsAndColumnsCanBeExchanged() {
        ExactValues tall = PottsLattice.of(6, 4, 3, 1.005);
        ExactValues wide = PottsLattice.of(4, 6, 3, 1.005);
        assertThat(tall.logZ()).isCloseTo(wide.logZ(), within(1e-10));
        assertThat(tall.meanLogDensity()).isCloseTo(wide.meanLogDensity(), within(1e-9));
    }

    @Test
    void theLimitsAreExact() {
        ExactValues free = PottsLattice.of(4, 4, 3, 0);
        assertThat(free.logZ()).isCloseTo(16 * Math.log(3), within(1e-12));
        assertThat(free.meanLogDensity()).isZero();
        // Frozen: q ground states with all 2d edges equal, and nothing overflows on the way.
        ExactValues frozen = PottsLattice.of(4, 4, 3, 200);
        assertThat(frozen.logZ()).isCloseTo(200 * 32 + Math.log(3), within(1e-9));
        assertThat(frozen.meanLogDensity()).isCloseTo(200 * 32, within(1e-9));
    }

    @Test
    void whatIsTooLargeOrNoLatticeIsRefused() {
        assertThat(PottsLattice.fits(7, 3)).isTrue();
        assertThat(PottsLattice.fits(8, 3)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PottsLattice.of(8, 8, 3, 1))
                .withMessageContaining("too large");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PottsLattice.of(2, 4, 3, 1))
                .withMessageContaining("sides must be at least 3");
    }
}
