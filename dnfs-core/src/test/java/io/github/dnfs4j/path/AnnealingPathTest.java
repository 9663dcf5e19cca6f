package io.github.dnfs4j.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.target.Constrained;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.ChiSquare;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class AnnealingPathTest {
    private final Tabulated target = Tabulated.random(3, 3, 1, 1);
    private final AnnealingPath path = new AnnealingPath(target);

    @Test
    void beginsAtTheNormalisedPriorAndEndsAtTheTarget() {
        try (Scope scope = Scope.open()) {
            Tensor u = target.logDensity(Enumeration.states(path.space()));
            double[] start = Tensors.doubles(path.logDensity(u, Tensors.full(0, Device.CPU)));
            assertThat(Arrays.stream(start).map(Math::exp).sum()).isCloseTo(1, within(1e-12));
            assertThat(Arrays.stream(start).distinct()).hasSize(1);
            assertThat(Tensors.doubles(path.logDensity(u, Tensors.full(1, Device.CPU))))
                    .containsExactly(Tensors.doubles(u), within(1e-15));
            assertThat(path.logPrior()).isCloseTo(-Math.log(27), within(1e-14));
        }
    }

    @Test
    void timeDerivativeIsTheDifference() {
        try (Scope scope = Scope.open()) {
            Tensor u = target.logDensity(Enumeration.states(path.space()));
            Tensor difference = path.logDensity(u, Tensors.full(0.75, Device.CPU))
                    .sub(path.logDensity(u, Tensors.full(0.25, Device.CPU)));
            double[] half = Tensors.doubles(path.timeDerivative(u));
            assertThat(Tensors.doubles(difference.add(difference))).containsExactly(half, within(1e-13));
        }
    }

    @Test
    void startsUniformly() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU)) {
            double[] p = new double[27];
            Arrays.fill(p, 1.0 / 27);
            long[] x = Tensors.longs(path.start(27_000, rng));
            ChiSquare.check("starts", ChiSquare.counts(x, 3, 3, 27), p);
        }
    }

    @Test
    void gridsGrowFromZeroToAtMostOne() {
        TimeGrid grid = TimeGrid.uniform(4, 0.8);
        assertThat(grid.times()).containsExactly(new double[] {0, 0.2, 0.4, 0.6, 0.8}, within(1e-15));
        assertThat(grid.steps()).isEqualTo(4);
        assertThat(grid.width(2)).isCloseTo(0.2, within(1e-15));
        for (int steps = 1; steps < 200; steps++) {
            assertThat(TimeGrid.uniform(steps).at(steps)).isEqualTo(1);
        }
        double[][] bad = {{}, {0}, {0.1, 1}, {0, 0}, {0, 0.5, 0.4}, {0, 1.1}, {0, Double.NaN}, {0, Double.NaN, 1}};
        for (double[] times : bad) {
            assertThatIllegalArgumentException().isThrownBy(() -> new TimeGrid(times));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> TimeGrid.uniform(0));
        assertThatIllegalArgumentException().isThrownBy(() -> TimeGrid.uniform(3, 0));
    }

    /** Inner times stay within half a step of the even ones and never leave their order; the ends stay. */
    @Test
    void jitteredTimesMoveByHalfAStepAtMost() {
        TimeGrid grid = TimeGrid.jittered(4, 0.8, new double[] {0, 0.5, 1 - 1e-12});
        assertThat(grid.times()).containsExactly(new double[] {0, 0.1, 0.4, 0.7, 0.8}, within(1e-9));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeGrid.jittered(4, 1, new double[2]))
                .withMessage("2 uniforms for 3 inner times");
        assertThat(TimeGrid.jittered(1, 0.5, new double[0]).times()).containsExactly(0, 0.5);
    }

    /** A path of two states, U = 0 and 3, that begins at a strength of -2. */
    private record Begun() implements Target, Constrained {
        @Override
        public StateSpace space() {
            return new StateSpace(1, 2);
        }

        @Override
        public Tensor logDensity(Tensor x) {
            return x.to(ScalarType.Double).sum(1).mul(Ops.scalar(3.0));
        }

        @Override
        public Tensor open(Tensor x) {
            return x.eq(x);
        }

        @Override
        public Tensor turns(Tensor priorities) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Tensor start(double strength, int n, Rng rng) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Tensor rateScale(Tensor strength) {
            throw new UnsupportedOperationException();
        }
    }

    /** log p~_t = s(t) U + (1 - t) log eta with s(t) = -2 + 3 t, whoever knows the time; the prior goes by t, not by s. */
    @Test
    void aPathThatBeginsElsewhereHasAStrengthOfItsOwn() {
        AnnealingPath begun = new AnnealingPath(new Begun(), -2);
        double prior = -Math.log(2);
        try (Scope scope = Scope.open()) {
            Tensor u = begun.target().logDensity(Enumeration.states(begun.space()));
            for (double t : new double[] {0, 0.25, 1}) {
                double s = -2 + 3 * t;
                double[] expected = {(1 - t) * prior, 3 * s + (1 - t) * prior};
                assertThat(begun.strength(t)).isCloseTo(s, within(1e-15));
                assertThat(Tensors.doubles(begun.logDensity(u, t))).containsExactly(expected, within(1e-14));
                assertThat(Tensors.doubles(begun.logDensity(u, Tensors.full(t, Device.CPU))))
                        .containsExactly(expected, within(1e-14));
            }
            double[] slope = {-prior, 3 * 3 - prior};
            assertThat(Tensors.doubles(begun.timeDerivative(u))).containsExactly(slope, within(1e-14));
        }
    }
}
