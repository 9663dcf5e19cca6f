package io.github.dnfs4j.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.metric.ExactValues;
import io.github.dnfs4j.metric.Observables;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Potts;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.target.Taylor;
import io.github.dnfs4j.target.Tempered;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TemperatureCurveTest {
    private static final int PATHS = 4000;

    static Stream<Target> targets() {
        return Stream.of(
                Ising.lattice(3, 0.15, 0),
                Ising.lattice(3, 0.1, 0.2),
                Potts.lattice(3, 3, 0.5),
                Tabulated.random(StateSpace.of(3, 1, 2, 4, 2), 0.8, 4));
    }

    /** The weights of an untrained network are wide, and right at every temperature. */
    @ParameterizedTest
    @MethodSource("targets")
    void everyTemperatureIsThatOfAllStates(Target target) {
        try (Rng rng = Rng.seeded(5, Device.CPU);
                RateNet net = NetworkSettings.suited(target).build(target, rng)) {
            Flow flow = new Flow(new AnnealingPath(target), net, Precision.FP32);
            double[] shares = TemperatureCurve.shares(4, 0.25, 1);
            TemperatureCurve curve = TemperatureCurve.of(flow, shares, 6, PATHS, 500, rng);
            assertThat(curve.points()).hasSize(4);
            Enumeration all = Enumeration.of(target);
            for (TemperatureCurve.Point p : curve.points()) {
                check(target, all, p);
            }
        }
    }

    @Test
    void whoWaitsHearsOfTheWayThatAllPathsHaveGone() {
        Target target = Ising.lattice(3, 0.15, 0);
        try (Rng rng = Rng.seeded(5, Device.CPU);
                RateNet net = NetworkSettings.suited(target).build(target, rng)) {
            Flow flow = new Flow(new AnnealingPath(target), net, Precision.FP32);
            List<Double> heard = new ArrayList<>();
            TemperatureCurve.of(flow, TemperatureCurve.shares(4, 0.25, 1), 4, 20, 10, rng, heard::add);
            assertThat(heard).isSorted().startsWith(0.0).contains(0.125, 0.625).endsWith(1.0);
        }
    }

    private static void check(Target target, Enumeration all, TemperatureCurve.Point p) {
        double[] u = all.logDensity();
        double[] shares =
                Weights.normalised(Arrays.stream(u).map(v -> p.t() * v).toArray());
        double logZ = Math.log(Arrays.stream(u).map(v -> Math.exp(p.t() * v)).sum());
        int d = target.space().sites();
        double beta = Tempered.of(target);
        double mean = expectation(shares, k -> u[k]);
        double energy = -mean / beta / d;
        near(p.logZ(), logZ);
        assertThat(p.logZ().reference()).isCloseTo(logZ, within(1e-9));
        near(p.energyPerSite(), energy);
        assertThat(p.energyPerSite().reference()).isCloseTo(energy, within(1e-9));
        near(p.freeEnergyPerSite(), -logZ / p.t() / beta / d);
        near(p.entropyPerSite(), (logZ - p.t() * mean) / d);
        assertThat(p.entropyPerSite().reference()).isCloseTo((logZ - p.t() * mean) / d, within(1e-9));
        double variance = expectation(shares, k -> u[k] * u[k]) - mean * mean;
        near(p.heatCapacityPerSite(), p.t() * p.t() * variance / d);
        assertThat(p.ess()).isBetween(0.01, 1.0);
        if (target.space().mixed()) {
            assertThat(p.magnetisation()).isNull();
            return;
        }
        ToDoubleFunction<byte[]> order =
                target.space().states() == 2 ? Observables::magnetisation : x -> Observables.order(target.space(), x);
        double absolute = expectation(shares, k -> Math.abs(order.applyAsDouble(all.state(k))));
        double second = expectation(shares, k -> Math.pow(order.applyAsDouble(all.state(k)), 2));
        double fourth = expectation(shares, k -> Math.pow(order.applyAsDouble(all.state(k)), 4));
        near(Objects.requireNonNull(p.magnetisation()), absolute);
        near(Objects.requireNonNull(p.susceptibility()), p.t() * beta * d * (second - absolute * absolute));
        near(Objects.requireNonNull(p.binder()), 1 - fourth / (3 * second * second));
    }

    private static double expectation(double[] p, IntToDoubleFunction f) {
        double sum = 0;
        for (int k = 0; k < p.length; k++) {
            sum += p[k] * f.applyAsDouble(k);
        }
        return sum;
    }

    private static void near(Estimate e, double exact) {
        assertThat(e.standardError()).isPositive().isLessThan(0.3 * Math.max(1, Math.abs(exact)));
        assertThat(e.value()).isCloseTo(exact, within(5 * e.standardError()));
    }

    /** What the errors say is how far runs of few paths lie apart. */
    @Test
    void errorsOfTheEntropyAreItsSpread() {
        Target target = Ising.lattice(3, 0.2, 0);
        int runs = 60;
        double[] shares = {0.5, 1};
        double[][] entropy = new double[2][runs];
        double[][] variance = new double[2][runs];
        try (Rng rng = Rng.seeded(6, Device.CPU);
                RateNet net = NetworkSettings.suited(target).build(target, rng)) {
            Flow flow = new Flow(new AnnealingPath(target), net, Precision.FP32);
            for (int k = 0; k < runs; k++) {
                TemperatureCurve curve = TemperatureCurve.of(flow, shares, 2, 150, 150, rng);
                for (int t = 0; t < 2; t++) {
                    Estimate e = curve.points().get(t).entropyPerSite();
                    entropy[t][k] = e.value();
                    variance[t][k] = e.standardError() * e.standardError();
                }
            }
        }
        for (int t = 0; t < 2; t++) {
            // The variance of 60 values is known to a fifth of itself.
            assertThat(Statistics.mean(variance[t]) / Statistics.variance(entropy[t]))
                    .isBetween(0.5, 1.8);
        }
    }

    @Test
    void cellsEndAtTheTemperaturesAndAreNowhereWide() {
        double[] shares = {0.3, 0.35, 1};
        double[] times = TemperatureCurve.grid(shares, 10).times();
        assertThat(times).contains(shares);
        for (int k = 1; k < times.length; k++) {
            assertThat(times[k] - times[k - 1]).isLessThanOrEqualTo(0.1 + 1e-12);
        }
        assertThat(TemperatureCurve.grid(TemperatureCurve.shares(40, 0.025, 1), 32)
                        .steps())
                .isEqualTo(40);
    }

    /** Ratios that are guessed do not change what is known. */
    @Test
    void formulasServeTaylorsRatiosToo() {
        Ising lattice = Ising.lattice(5, 0.2, 0);
        Target target = new Taylor(lattice);
        try (Rng rng = Rng.seeded(5, Device.CPU);
                RateNet net = NetworkSettings.suited(target).build(target, rng)) {
            Flow flow = new Flow(new AnnealingPath(target), net, Precision.FP32);
            TemperatureCurve curve = TemperatureCurve.of(flow, new double[] {1}, 2, 8, 8, rng);
            assertThat(curve.points().get(0).logZ().reference())
                    .isEqualTo(ExactValues.of(lattice).orElseThrow().logZ());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TemperatureCurve.of(flow, new double[] {1}, 2, 8, 0, rng));
        }
    }

    @Test
    void temperaturesThatAreNoneAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> TemperatureCurve.shares(0, 0.1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> TemperatureCurve.shares(4, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> TemperatureCurve.shares(4, 0.5, 1.1));
        assertThatIllegalArgumentException().isThrownBy(() -> TemperatureCurve.shares(4, 0.5, 0.5));
        assertThat(TemperatureCurve.shares(1, 0.5, 0.5)).containsExactly(0.5);
    }
}
