package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.Point;
import io.github.dnfs4j.flow.RateFloor;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.Estimator;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SlopeEstimatesTest {
    private static final AnnealingPath PATH = new AnnealingPath(Ising.lattice(3, 0.2, 0.1));
    private static final double LOG_SIZE = 9 * Math.log(2);

    /** States with U = u and a control variate g, so that xi = u + log size - g. */
    private static Point point(double[] u, double[] g) {
        Tensor values = Tensors.of(u, Device.CPU, u.length);
        Tensor xi = Ops.plus(values, LOG_SIZE).sub(Tensors.of(g, Device.CPU, g.length));
        return new Point(values, values, values, values, xi, xi);
    }

    private static double c(Estimator estimator, double[] u, double[] g, SlopeEstimates.Noise expected) {
        SlopeEstimates estimates = new SlopeEstimates(estimator, PATH, 0, Ranks.ALONE);
        try (Scope scope = Scope.open()) {
            estimates.at(point(u, g));
            SlopeEstimates.Found found = estimates.finish();
            SlopeEstimates.Noise noise = found.noise();
            assertThat(noise.naiveStd()).isCloseTo(expected.naiveStd(), within(1e-12));
            assertThat(noise.controlledStd()).isCloseTo(expected.controlledStd(), within(1e-12));
            assertThat(noise.varianceRatio()).isCloseTo(expected.varianceRatio(), within(1e-12));
            assertThat(noise.fallbacks()).isEqualTo(expected.fallbacks());
            assertThat(noise.residuals()).containsExactly(expected.residuals(), within(1e-12));
            return found.slopes().item_double() - LOG_SIZE;
        }
    }

    /** Of a single time. */
    private static SlopeEstimates.Noise noise(double naive, double controlled, double ratio, double fallbacks) {
        return new SlopeEstimates.Noise(naive, controlled, ratio, fallbacks, new double[] {controlled});
    }

    /** U = 0, 4 and g = 1, 3: Var U 4, Var xi 1; b = Cov / Var g = 2 makes f - b g constant. */
    @Test
    void eachEstimatorIsItsFormula() {
        double[] u = {0, 4};
        double[] g = {1, 3};
        var noise = noise(2, 1, 0.25, 0);
        assertThat(c(Estimator.NAIVE, u, g, noise)).isCloseTo(2, within(1e-12));
        assertThat(c(Estimator.CONTROL_VARIATE, u, g, noise)).isCloseTo(0, within(1e-12));
        assertThat(c(Estimator.OPTIMAL, u, g, noise)).isCloseTo(-2, within(1e-12));
    }

    @Test
    void theGuardFallsBackWhereTheControlVariateRaisesTheVariance() {
        double[] u = {0, 2};
        double[] g = {7, 1};
        assertThat(c(Estimator.CONTROL_VARIATE, u, g, noise(1, 4, 16, 1))).isCloseTo(1, within(1e-12));
        // The best coefficient is -1/3 and needs no guard.
        assertThat(c(Estimator.OPTIMAL, u, g, noise(1, 4, 16, 0))).isCloseTo(1 + 4 / 3.0, within(1e-12));
    }

    @Test
    void withoutRatesThereIsNothingToControl() {
        var noise = noise(1, 1, 1, 0);
        assertThat(c(Estimator.OPTIMAL, new double[] {0, 2}, new double[2], noise))
                .isCloseTo(1, within(1e-12));
    }

    /** Over all states of p_t, each as often as its probability says, every estimator gives d/dt log Z_t. */
    @ParameterizedTest
    @EnumSource(
            value = Estimator.class,
            names = {"NAIVE", "CONTROL_VARIATE", "OPTIMAL"})
    void everyEstimatorHasTheSlopeOfLogZAsItsMean(Estimator estimator) {
        double t = 0.6;
        int n = 60_000;
        RunSettings settings = Tiny.run(1);
        Enumeration all = Enumeration.of(settings.target().build());
        double slope = slope(all, t);
        try (Rng rng = Rng.seeded(2, Device.CPU);
                Model model = Model.create(settings, rng);
                Scope scope = Scope.open()) {
            Tensor x = draw(all, t, n, rng);
            Flow flow = model.flow();
            Point p = flow.at(x, t, RateFloor.NONE);
            SlopeEstimates estimates = new SlopeEstimates(estimator, flow.path(), 0, Ranks.ALONE);
            estimates.at(p);
            SlopeEstimates.Found found = estimates.finish();
            SlopeEstimates.Noise noise = found.noise();
            assertThat(found.slopes().item_double()).isCloseTo(slope, within(5 * noise.naiveStd() / Math.sqrt(n)));
            // An untrained network starts from the solution at t = 0 and already takes noise away.
            assertThat(noise.controlledStd()).isLessThan(0.8 * noise.naiveStd());
        }
    }

    private static double slope(Enumeration all, double t) {
        double z = 0;
        double sum = 0;
        for (double u : all.logDensity()) {
            z += Math.exp(t * u);
            sum += u * Math.exp(t * u);
        }
        return sum / z + LOG_SIZE;
    }

    private static Tensor draw(Enumeration all, double t, int n, Rng rng) {
        Tensor p = Ops.times(Tensors.of(all.logDensity(), Device.CPU, all.logDensity().length), t)
                .softmax(-1)
                .cumsum(-1);
        Tensor index = org.bytedeco
                .pytorch
                .global
                .torch
                .searchsorted(p, rng.uniform(n))
                .clamp_max(Ops.scalar(p.size(0) - 1));
        return Enumeration.states(all.space()).index_select(0, index);
    }
}
