package io.github.dnfs4j.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChainDiagnosticsTest {
    /** Stationary chains x' = phi x + noise of variance 1: tau = (1 + phi) / (1 - phi). */
    private static double[][] autoregressive(double phi, int chains, int steps, long seed) {
        Random random = new Random(seed);
        double[][] x = new double[chains][steps];
        for (double[] chain : x) {
            double v = random.nextGaussian();
            for (int k = 0; k < steps; k++) {
                v = phi * v + Math.sqrt(1 - phi * phi) * random.nextGaussian();
                chain[k] = v;
            }
        }
        return x;
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.4, 0, 0.5, 0.9})
    void autocorrelationTimeOfAKnownChain(double phi) {
        ChainDiagnostics d = ChainDiagnostics.of(autoregressive(phi, 8, 20_000, 1));
        double tau = (1 + phi) / (1 - phi);
        assertThat(d.autocorrelationTime()).isCloseTo(tau, within(0.08 * tau));
        assertThat(d.ess()).isCloseTo(160_000 / tau, within(0.08 * 160_000 / tau));
        assertThat(d.rHat()).isBetween(0.999, 1.01);
    }

    /** The ESS is what the error of the mean says it is. */
    @Test
    void essPredictsTheErrorOfTheMean() {
        double squares = 0;
        double predicted = 0;
        int runs = 400;
        for (int r = 0; r < runs; r++) {
            double[][] x = autoregressive(0.8, 4, 400, r);
            double mean = 0;
            for (double[] chain : x) {
                mean += Statistics.mean(chain) / x.length;
            }
            squares += mean * mean / runs;
            predicted += 1 / ChainDiagnostics.of(x).ess() / runs;
        }
        assertThat(squares / predicted).isBetween(0.75, 1.25);
    }

    /**
     * One chain in two halves, (0, 2, 0, 2) and (2, 4, 2, 4): W = 4/3, the variance of the means 2, var+ = 3/4 W + 2 = 3.
     * The autocovariances -1, 2/3 and -1/3 make rho = 2/9, 7/9, 4/9.
     */
    @Test
    void smallChainsByHand() {
        ChainDiagnostics d = ChainDiagnostics.of(new double[][] {{0, 2, 0, 2, 2, 4, 2, 4}});
        assertThat(d.rHat()).isCloseTo(1.5, within(1e-12));
        double tau = 1 + 2 * (2 + 7 + 4) / 9.0;
        assertThat(d.autocorrelationTime()).isCloseTo(tau, within(1e-12));
        assertThat(d.ess()).isCloseTo(8 / tau, within(1e-12));
    }

    @Test
    void chainsThatDisagreeAreSeen() {
        double[][] x = autoregressive(0.3, 4, 1000, 3);
        for (int k = 0; k < 1000; k++) {
            x[0][k] += 2;
        }
        assertThat(ChainDiagnostics.of(x).rHat()).isGreaterThan(1.2);
    }

    /** All chains drift alike: only their halves disagree. */
    @Test
    void aCommonDriftIsSeen() {
        double[][] x = autoregressive(0.3, 4, 1000, 4);
        for (double[] chain : x) {
            for (int k = 0; k < 1000; k++) {
                chain[k] += 0.004 * k;
            }
        }
        assertThat(ChainDiagnostics.of(x).rHat()).isGreaterThan(1.2);
    }

    @Test
    void constantChainsSayNothing() {
        assertThat(ChainDiagnostics.of(new double[3][10]).rHat()).isNaN();
        assertThat(ChainDiagnostics.of(new double[3][10]).autocorrelationTime()).isNaN();
    }

    @Test
    void tooFewValuesAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> ChainDiagnostics.of(new double[3][3]));
        assertThatIllegalArgumentException().isThrownBy(() -> ChainDiagnostics.of(new double[0][0]));
        assertThatIllegalArgumentException().isThrownBy(() -> ChainDiagnostics.of(new double[][] {{1, 2, 3, 4}, {1}}));
    }
}
