package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.torch.Scope;
import java.util.Arrays;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The law of the steps tends to the solution of dp/dt = R_t p, its distance falling as 1/K. */
class MasterEquationTest {
    private static final int FINE = 400;

    static Stream<Cases> cases() {
        return Stream.of(Cases.spins(4, Readout.ENERGY, 1), Cases.colours(Readout.PLAIN, 4));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void distanceHalvesWhenStepsDouble(Cases c) {
        ExactChain exact = c.chain(Cases.REVERSIBLE);
        double[] p = rungeKutta(exact);
        for (StepRule kernel : StepRule.values()) {
            double before = distance(p, marginal(c, exact, kernel, 128));
            for (int steps = 256; steps <= 512; steps *= 2) {
                double now = distance(p, marginal(c, exact, kernel, steps));
                assertThat(before / now).as("%s, %d steps", kernel, steps).isCloseTo(2, within(0.1));
                before = now;
            }
            assertThat(before).isBetween(1e-5, 1e-2);
        }
    }

    /** The law after K steps of the kernel itself: each matrix is the exp of its log probabilities. */
    private static double[] marginal(Cases c, ExactChain exact, StepRule kernel, int steps) {
        TimeGrid grid = TimeGrid.uniform(steps);
        double[] p = exact.density(0);
        try (Scope scope = Scope.open()) {
            Pairs pairs = new Pairs(c.target().space());
            for (int k = 0; k < steps; k++) {
                try (Scope step = Scope.open()) {
                    Tensor rates = c.flow()
                            .at(pairs.states(), grid.at(k), Cases.REVERSIBLE)
                            .forward();
                    p = ExactChain.apply(p, Pairs.exp(pairs.logProbability(kernel, rates, grid.width(k))));
                }
            }
        }
        assertThat(Arrays.stream(p).sum()).isCloseTo(1, within(1e-12));
        return p;
    }

    private static double[] rungeKutta(ExactChain exact) {
        double h = 1.0 / FINE;
        double[] p = exact.density(0);
        double[][] from = exact.generator(0);
        for (int k = 0; k < FINE; k++) {
            double[][] middle = exact.generator((k + 0.5) * h);
            double[][] to = exact.generator((k + 1) * h);
            double[] a = ExactChain.apply(p, from);
            double[] b = ExactChain.apply(plus(p, a, h / 2), middle);
            double[] c = ExactChain.apply(plus(p, b, h / 2), middle);
            double[] d = ExactChain.apply(plus(p, c, h), to);
            p = plus(plus(plus(plus(p, a, h / 6), b, h / 3), c, h / 3), d, h / 6);
            from = to;
        }
        return p;
    }

    private static double[] plus(double[] p, double[] q, double h) {
        double[] sum = new double[p.length];
        Arrays.setAll(sum, x -> p[x] + h * q[x]);
        return sum;
    }

    /** Total variation. */
    private static double distance(double[] p, double[] q) {
        double sum = 0;
        for (int x = 0; x < p.length; x++) {
            sum += Math.abs(p[x] - q[x]) / 2;
        }
        return sum;
    }
}
