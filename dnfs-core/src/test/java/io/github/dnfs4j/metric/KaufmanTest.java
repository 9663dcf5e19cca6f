package io.github.dnfs4j.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.target.Ising;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KaufmanTest {
    private static void check(ExactValues actual, ExactValues expected, double tolerance) {
        assertThat(actual.logZ()).isCloseTo(expected.logZ(), within(tolerance));
        assertThat(actual.meanLogDensity()).isCloseTo(expected.meanLogDensity(), within(tolerance));
    }

    @ParameterizedTest
    @CsvSource({
        "4, 0.1, 11.771470, -3.678584, -0.456135, 0.644490",
        "4, 0.2203434, 15.521915, -2.201381, -1.565624, 0.280170",
        "10, 0.1, 73.453098, -3.672655, -0.428240, 0.648883",
        "10, 0.2203434, 93.610301, -2.124191, -1.476243, 0.285542",
        "10, 0.22305, 94.418757, -2.116538, -1.510412, 0.270393",
        "16, 0.2203434, 238.642257, -2.115326, -1.453065, 0.291850",
        "16, 0.3, 310.487039, -2.021400, -1.909086, 0.067388",
        "24, 0.2203434, 536.144604, -2.112173, -1.440133, 0.296159",
    })
    void matchesTheTable(int side, double coupling, double logZ, double f, double e, double s) {
        // The table prints seven digits of the critical coupling, but was computed with all of them.
        double sigma = coupling == 0.2203434 ? Ising.CRITICAL : coupling;
        ExactValues exact = Kaufman.of(side, side, sigma);
        int d = side * side;
        assertThat(exact.logZ()).isCloseTo(logZ, within(5.1e-7));
        assertThat(exact.freeEnergyPerSite(2 * sigma, d)).isCloseTo(f, within(5.1e-7));
        assertThat(exact.internalEnergyPerSite(2 * sigma, d)).isCloseTo(e, within(5.1e-7));
        assertThat(exact.entropyPerSite(d)).isCloseTo(s, within(5.1e-7));
    }

    @ParameterizedTest
    @CsvSource({"3, 3", "3, 4", "4, 3", "4, 4", "3, 5", "5, 3"})
    void matchesBruteForceInEveryPhase(int rows, int columns) {
        for (double sigma : new double[] {1e-6, 0.1, Ising.CRITICAL, 0.3, 0.6, -1e-6, -0.1, -Ising.CRITICAL, -0.3}) {
            check(Kaufman.of(rows, columns, sigma), Torus.enumerate(rows, columns, sigma), 1e-10);
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 0.15", "3, -0.15", "4, 0.15", "4, -0.15"})
    void matchesTheEnumeratedTarget(int side, double sigma) {
        Enumeration enumeration = Enumeration.of(Ising.lattice(side, sigma, 0));
        check(Kaufman.of(side, side, sigma), enumeration.exact(), 1e-11);
    }

    @ParameterizedTest
    @CsvSource({"10, 10", "64, 64", "33, 64"})
    void meanIsTheDerivativeOfLogZ(int rows, int columns) {
        for (double sigma : new double[] {0.01, 0.1, 0.2, Ising.CRITICAL, 0.25, 0.5, 2}) {
            double h = 1e-4;
            double up = Kaufman.of(rows, columns, sigma + h).logZ()
                    - Kaufman.of(rows, columns, sigma - h).logZ();
            double up2 = Kaufman.of(rows, columns, sigma + 2 * h).logZ()
                    - Kaufman.of(rows, columns, sigma - 2 * h).logZ();
            double derivative = (8 * up - up2) / (12 * h);
            double mean = Kaufman.of(rows, columns, sigma).meanLogDensity();
            assertThat(mean / (sigma * derivative)).isCloseTo(1, within(1e-6));
        }
    }

    @Test
    void isSymmetricInItsSides() {
        check(Kaufman.of(7, 12, 0.21), Kaufman.of(12, 7, 0.21), 1e-10);
    }

    @Test
    void evenAntiferromagnetIsAFlippedFerromagnet() {
        check(Kaufman.of(64, 10, -0.4), Kaufman.of(64, 10, 0.4), 1e-9);
        check(Kaufman.of(64, 64, -5), Kaufman.of(64, 64, 5), 1e-7);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.0})
    void noCouplingLeavesFreeSpins(double sigma) {
        ExactValues exact = Kaufman.of(64, 64, sigma);
        assertThat(exact.logZ()).isCloseTo(4096 * Math.log(2), within(1e-9));
        assertThat(exact.meanLogDensity()).isZero();
    }

    @Test
    void tinyCouplingIsContinuous() {
        // <U> = 2 sigma K per bond to first order, two bonds a site.
        double sigma = 1e-8;
        assertThat(Kaufman.of(10, 10, sigma).meanLogDensity() / (200 * 4 * sigma * sigma))
                .isCloseTo(1, within(1e-6));
    }

    @ParameterizedTest
    @ValueSource(doubles = {5, 100, 1e6})
    void coldLatticeHasTwoGroundStates(double sigma) {
        ExactValues exact = Kaufman.of(64, 64, sigma);
        double ground = 4 * sigma * 4096;
        assertThat(exact.logZ() / (ground + Math.log(2))).isCloseTo(1, within(1e-14));
        assertThat(exact.meanLogDensity() / ground).isCloseTo(1, within(1e-14));
    }

    @Test
    void frustratedLatticeIsExactOrRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Kaufman.of(15, 15, -0.5))
                .withMessageContaining("frustrated");
        int refused = 0;
        for (double sigma = -0.4; sigma > -4; sigma -= 0.1) {
            try {
                check(Kaufman.of(3, 4, sigma), Torus.enumerate(3, 4, sigma), 1e-8);
            } catch (IllegalArgumentException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(20, 36);
    }

    @Test
    void refusesDoubleEdgesAndSigmaThatIsNotFinite() {
        assertThatIllegalArgumentException().isThrownBy(() -> Kaufman.of(2, 4, 0.1));
        assertThatIllegalArgumentException().isThrownBy(() -> Kaufman.of(4, 2, 0.1));
        assertThatIllegalArgumentException().isThrownBy(() -> Kaufman.of(4, 4, Double.NaN));
    }
}
