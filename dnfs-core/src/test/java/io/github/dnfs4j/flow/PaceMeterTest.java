package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.Pace;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Independent spins in a field b follow their path exactly, and all noise is that of the steps. It arises where spins
 * still turn, up to times of order 1/b.
 */
class PaceMeterTest {
    private static final int SPINS = 9;

    private static Simulator simulator(double b, TimeGrid grid) {
        double[] field = new double[SPINS];
        double[][] h = new double[SPINS][];
        Arrays.fill(field, b);
        Arrays.fill(h, new double[] {-b, b});
        Flow flow = new Flow(
                new AnnealingPath(Ising.of(new double[SPINS][SPINS], field)),
                PerfectFlowTest.Independent.of(h),
                Precision.FP32);
        return Simulator.of(flow, grid, StepKernel.EXPONENTIAL, Cases.REVERSIBLE);
    }

    private static Pace measured(double b) {
        try (Rng rng = Rng.seeded(4, Device.CPU)) {
            return PaceMeter.measure(simulator(b, TimeGrid.uniform(1)), PaceMeter.PATHS, rng);
        }
    }

    private static double[] exact(double b, TimeGrid grid) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(5, Device.CPU)) {
            return Tensors.doubles(
                    simulator(b, grid).forward(4_000, rng, null).weights().exact());
        }
    }

    @Test
    void weightsAtTheMeasuredPaceAreLessNoisyAndAsExact() {
        double b = 5;
        Pace pace = measured(b);
        double even = Weights.variance(exact(b, TimeGrid.uniform(32)));
        double[] paced = exact(b, pace.grid(32));
        assertThat(pace.at(0.5)).as("when half of the steps are made").isLessThan(0.35);
        assertThat(Weights.variance(paced)).isLessThan(0.7 * even);
        assertThat(Weights.logMean(paced))
                .isCloseTo(SPINS * Math.log(2 * Math.cosh(b)), within(4 * Weights.logMeanStandardError(paced)));
    }

    @Test
    void equalWeightsNeedNoPace() {
        double[] times = measured(0).times();
        double[] even = new double[times.length];
        Arrays.setAll(even, j -> j / (times.length - 1.0));
        assertThat(times).containsExactly(even, within(1e-6));
    }
}
