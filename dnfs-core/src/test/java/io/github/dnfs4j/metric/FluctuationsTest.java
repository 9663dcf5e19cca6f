package io.github.dnfs4j.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Lattice;
import io.github.dnfs4j.target.Layout;
import io.github.dnfs4j.target.Potts;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FluctuationsTest {
    private static Target target(String name) {
        return switch (name) {
            case "ising" -> Ising.lattice(4, 0.2, 0);
            case "field" -> Ising.lattice(4, 0.15, 0.1);
            default -> Potts.lattice(3, 3, 0.9);
        };
    }

    /** Every number is within its errors of the sum over all states, by samples whose weights are far from equal. */
    @ParameterizedTest
    @ValueSource(strings = {"ising", "field", "potts"})
    void samplesAgreeWithEnumeration(String name) {
        Target target = target(name);
        Enumeration all = Enumeration.of(target);
        int n = 20_000;
        try (Rng rng = Rng.seeded(3, Device.CPU)) {
            // Draws of rho^0.7 weighted by rho^0.3.
            Target flatter = name.equals("ising")
                    ? Ising.lattice(4, 0.14, 0)
                    : name.equals("field") ? Ising.lattice(4, 0.105, 0.07) : Potts.lattice(3, 3, 0.63);
            SampleSet drawn = Enumeration.of(flatter).sample(n, rng);
            double[] logw =
                    Arrays.stream(drawn.logDensity()).map(v -> v * 0.3 / 0.7).toArray();
            double[] u = Arrays.stream(drawn.logDensity()).map(v -> v / 0.7).toArray();
            Fluctuations found =
                    Fluctuations.of(target, new SampleSet(all.space(), drawn.states(), u, logw, Cost.NONE), 1);
            List<Estimate> each = new ArrayList<>(
                    found.correlation().subList(1, found.correlation().size()));
            each.addAll(List.of(
                    found.heatCapacityPerSite(),
                    found.magnetisation(),
                    found.absoluteMagnetisation(),
                    found.susceptibilityPerSite(),
                    found.binder(),
                    found.correlationLength()));
            for (Estimate e : each) {
                assertThat(e.value()).isCloseTo(e.reference(), within(4 * e.standardError()));
                assertThat(e.standardError()).isPositive().isLessThan(0.05);
            }
        }
    }

    /** The references themselves, from plain sums over states with other formulas of the same. */
    @ParameterizedTest
    @ValueSource(strings = {"ising", "field", "potts"})
    void referencesAreSumsOverAllStates(String name) {
        Target target = target(name);
        Enumeration all = Enumeration.of(target);
        double[] p = all.probabilities();
        double[] density = all.logDensity();
        int d = target.space().sites();
        int side = (int) Math.sqrt(d);
        int states = target.space().states();
        double[][] g = new double[d][d];
        double u = 0;
        double u2 = 0;
        double m = 0;
        for (int k = 0; k < p.length; k++) {
            byte[] x = all.state(k);
            u += p[k] * density[k];
            u2 += p[k] * Math.pow(density[k], 2);
            m += states == 2 ? p[k] * Observables.magnetisation(x) : 0;
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    g[i][j] += p[k] * (x[i] == x[j] ? 1 : -1.0 / (states - 1));
                }
            }
        }
        double connected = name.equals("field") ? m * m : 0;
        BiFunction<Double, Boolean, Double> f = (wave, rows) -> {
            double sum = 0;
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    int apart = rows ? i / side - j / side : i % side - j % side;
                    sum += Math.cos(wave * apart) * (g[i][j] - connected) / d;
                }
            }
            return sum;
        };
        double wave = 2 * Math.PI / side;
        double xi = Math.sqrt(2 * f.apply(0.0, true) / (f.apply(wave, true) + f.apply(wave, false)) - 1)
                / (2 * Math.sin(wave / 2));
        try (Rng rng = Rng.seeded(3, Device.CPU)) {
            Fluctuations found = Fluctuations.of(target, all.sample(50, rng), 1);
            assertThat(found.heatCapacityPerSite().reference()).isCloseTo((u2 - u * u) / d, within(1e-9));
            assertThat(found.correlationLength().reference()).isCloseTo(xi, within(1e-9));
            assertThat(found.correlation().get(1).reference())
                    .isCloseTo((g[0][1] + g[0][side]) / 2 - connected, within(1e-9));
            assertThat(found.correlation().get(0).reference()).isCloseTo(1 - connected, within(1e-9));
            assertThat(found.correlation()).hasSize(side / 2 + 1);
        }
    }

    /** Kaufman's energy, differentiated, is the variance over all states of the same lattice; there is no limit of size. */
    @Test
    void heatCapacityOfALargeLatticeComesFromTheFormula() {
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            Target large = Ising.lattice(5, 0.2, 0);
            byte[] x = new byte[2 * 25];
            SampleSet two = new SampleSet(large.space(), x, new double[2], new double[2], Cost.NONE);
            Double formula =
                    Fluctuations.of(large, two, 1).heatCapacityPerSite().reference();
            // By another route: log Z twice differentiated.
            double h = 1e-3;
            double curvature = (Kaufman.of(5, 5, 0.2 * (1 + h)).logZ()
                            - 2 * Kaufman.of(5, 5, 0.2).logZ()
                            + Kaufman.of(5, 5, 0.2 * (1 - h)).logZ())
                    / (h * h);
            assertThat(formula).isCloseTo(curvature / 25, within(1e-5));
        }
    }

    @Test
    void oneStateByHand() {
        // Two rows up, two down: F(0) vanishes, rows alternate with the longest wave.
        byte[] x = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0};
        double[] c = Correlations.of(x, 2, new Lattice(4, 4));
        assertThat(c[0]).isCloseTo(0, within(1e-12));
        assertThat(c[1]).isCloseTo(4.0 * 4 * (4 + 4) / 16 / 2, within(1e-12));
        assertThat(c[2]).isEqualTo(1);
        assertThat(c[3]).isCloseTo((1 + 0) / 2.0, within(1e-12));
        assertThat(c[4]).isCloseTo((1 - 1) / 2.0, within(1e-12));
    }

    /** F(k) is a sum of cosines that is 0 but for rounding: the length has no bound, and no digits of noise. */
    @Test
    void statesThatAreAllAlikeHaveNoCorrelationLength() {
        Target lattice = Ising.lattice(6, 0.2, 0);
        byte[] x = new byte[3 * 36];
        Arrays.fill(x, 36, 72, (byte) 1);
        SampleSet three = new SampleSet(lattice.space(), x, new double[3], new double[3], Cost.NONE);
        Estimate length = Fluctuations.of(lattice, three, 1).correlationLength();
        assertThat(length).isNotNull();
        assertThat(length.value()).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void aMeanUnderWeightsWithItsError() {
        double[] logw = {0, Math.log(3)};
        Estimate e = Weights.expectation(logw, k -> k == 0 ? 1 : 5);
        assertThat(e.value()).isCloseTo(4, within(1e-12));
        // psi = n p (f - mean): 2 * 1/4 * -3 and 2 * 3/4 * 1.
        assertThat(e.standardError()).isCloseTo(1.5, within(1e-12));
    }

    /** The formula is of the periodic square lattice: other lattices have no reference, or they would have a wrong one. */
    @Test
    void otherLatticesHaveNoHeatCapacityByTheFormulaOfTheSquare() {
        for (Layout.Kind kind : List.of(Layout.Kind.SQUARE, Layout.Kind.TRIANGULAR)) {
            Layout layout = new Layout(kind, Layout.Boundary.PERIODIC, Layout.Law.UNIFORM, 1, List.of());
            Target target = Potts.lattice(layout, 4, 3, 0.5);
            byte[] states = new byte[2 * 16];
            states[3] = 1;
            SampleSet two = new SampleSet(target.space(), states, new double[] {1, 2}, new double[2], Cost.NONE);
            assertThat(Fluctuations.of(target, two, 1).heatCapacityPerSite().reference() != null)
                    .as("%s", kind)
                    .isEqualTo(kind == Layout.Kind.SQUARE);
        }
    }
}
