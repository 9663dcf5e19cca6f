package io.github.dnfs4j.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThermodynamicsTest {
    private static final int SITES = 3;
    private static final double[] U = {0.9, -0.4, 0.3, -1.1, 1.2, 0, -0.7, 0.5};
    private static final double[] PROPOSAL = {0.05, 0.2, 0.15, 0.1, 0.2, 0.1, 0.12, 0.08};
    private static final ExactValues EXACT = exact();

    private static ExactValues exact() {
        double z = 0;
        double sum = 0;
        for (double u : U) {
            z += Math.exp(u);
            sum += u * Math.exp(u);
        }
        return new ExactValues(Math.log(z), sum / z);
    }

    /** n states from the proposal q, with weights exp(U) / q. */
    private static Thermodynamics estimate(SplittableRandom random, int n, double beta) {
        double[] u = new double[n];
        double[] logw = new double[n];
        for (int i = 0; i < n; i++) {
            double point = random.nextDouble();
            int k = 0;
            while (k < U.length - 1 && point >= PROPOSAL[k]) {
                point -= PROPOSAL[k++];
            }
            u[i] = U[k];
            logw[i] = U[k] - Math.log(PROPOSAL[k]);
        }
        return Thermodynamics.of(u, logw, beta, SITES, EXACT);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.8, -0.8})
    void estimatesSpreadAroundTheTruthByTheirStandardError(double beta) {
        SplittableRandom random = new SplittableRandom(4);
        Thermodynamics[] runs = new Thermodynamics[3000];
        for (int b = 0; b < runs.length; b++) {
            runs[b] = estimate(random, 400, beta);
        }
        checkSpread(runs, Thermodynamics::freeEnergyPerSite);
        checkSpread(runs, Thermodynamics::internalEnergyPerSite);
        checkSpread(runs, Thermodynamics::entropyPerSite);
    }

    private static void checkSpread(Thermodynamics[] runs, Function<Thermodynamics, Estimate> part) {
        double[] errors = new double[runs.length];
        double reported = 0;
        for (int b = 0; b < runs.length; b++) {
            Estimate e = part.apply(runs[b]);
            errors[b] = e.value() - e.reference();
            reported += e.standardError() / runs.length;
        }
        double spread = Math.sqrt(Statistics.variance(errors));
        assertThat(reported / spread).isCloseTo(1, within(0.08));
        assertThat(Statistics.mean(errors)).isCloseTo(0, within(0.1 * spread));
    }

    @Test
    void exactSamplesGiveFreeEnergyWithoutError() {
        double[] logw = {1.3, 1.3, 1.3};
        Thermodynamics t = Thermodynamics.of(new double[] {0.1, 0.5, 0.9}, logw, 0.5, 2, null);
        assertThat(t.freeEnergyPerSite()).isEqualTo(Estimate.of(-1.3, 0));
        assertThat(t.internalEnergyPerSite().value()).isCloseTo(-0.5, within(1e-15));
        assertThat(t.internalEnergyPerSite().standardError()).isCloseTo(0.4 / Math.sqrt(3), within(1e-15));
        assertThat(t.entropyPerSite().value()).isCloseTo(0.4, within(1e-15));
        assertThat(t.entropyPerSite().reference()).isNull();
    }

    /** Four copies of each of 50 samples are 50 samples: no error shrinks. */
    @Test
    void groupedErrorsSeeThroughCopies() {
        double[] u = new SplittableRandom(5).doubles(50, -1, 1).toArray();
        double[] logw = new SplittableRandom(6).doubles(50, -1, 1).toArray();
        double[] manyU = new double[200];
        double[] manyLogw = new double[200];
        Arrays.setAll(manyU, k -> u[k / 4]);
        Arrays.setAll(manyLogw, k -> logw[k / 4]);
        Thermodynamics once = Thermodynamics.of(u, logw, 0.8, SITES, EXACT);
        Thermodynamics copied = Thermodynamics.of(manyU, manyLogw, 0.8, SITES, EXACT, 4);
        List<Function<Thermodynamics, Estimate>> parts = List.of(
                Thermodynamics::freeEnergyPerSite,
                Thermodynamics::internalEnergyPerSite,
                Thermodynamics::entropyPerSite);
        for (Function<Thermodynamics, Estimate> part : parts) {
            assertThat(part.apply(copied).value()).isCloseTo(part.apply(once).value(), within(1e-12));
            assertThat(part.apply(copied).standardError())
                    .isCloseTo(part.apply(once).standardError(), within(1e-12));
        }
    }

    @Test
    void referencesSatisfyTheirIdentity() {
        double beta = 0.7;
        double energies = EXACT.internalEnergyPerSite(beta, SITES) - EXACT.freeEnergyPerSite(beta, SITES);
        assertThat(EXACT.entropyPerSite(SITES)).isCloseTo(beta * energies, within(1e-15));
        assertThat(new ExactValues(6, 0).entropyPerSite(3)).isEqualTo(2);
    }

    @Test
    void impossibleStateOfWeightZeroCountsNothing() {
        double none = Double.NEGATIVE_INFINITY;
        Thermodynamics t = Thermodynamics.of(new double[] {1, none, 3}, new double[] {0, none, 0}, 1, 1, null);
        assertThat(t.internalEnergyPerSite().value()).isCloseTo(-2, within(1e-15));
        assertThat(t.freeEnergyPerSite().value()).isCloseTo(-Math.log(2.0 / 3), within(1e-15));
        assertThat(t.entropyPerSite().standardError()).isFinite();
    }

    @Test
    void oneSampleHasUnknownErrors() {
        Thermodynamics t = Thermodynamics.of(new double[] {1}, new double[] {2}, 1, 1, null);
        assertThat(t.freeEnergyPerSite().value()).isEqualTo(-2);
        assertThat(t.entropyPerSite().standardError()).isNaN();
    }

    @Test
    void refusesWhatHasNoMeaning() {
        double[] one = {1};
        assertThatIllegalArgumentException().isThrownBy(() -> Thermodynamics.of(one, one, 0, 1, null));
        assertThatIllegalArgumentException().isThrownBy(() -> Thermodynamics.of(one, one, 1, 0, null));
        assertThatIllegalArgumentException().isThrownBy(() -> Thermodynamics.of(one, new double[2], 1, 1, null));
        assertThatIllegalArgumentException().isThrownBy(() -> Estimate.of(1, -1));
    }
}
