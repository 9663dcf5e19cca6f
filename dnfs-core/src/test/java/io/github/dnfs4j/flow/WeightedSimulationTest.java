package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.mcmc.Gibbs;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.Resampling;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The mean of simulated weights is Z within four standard errors, whatever happens between the steps. */
class WeightedSimulationTest {
    private static final TimeGrid GRID = TimeGrid.uniform(8);
    private static final RateFloor FLOOR = new RateFloor(1, 0);

    static Stream<Arguments> two() {
        return Stream.of(StepRule.values())
                .flatMap(kernel -> Stream.of(
                        Arguments.of(Cases.spins(4, Readout.ENERGY, 1), kernel),
                        Arguments.of(Cases.colours(Readout.PLAIN, 4), kernel)));
    }

    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withKernels")
    void meanIsZ(Cases c, StepRule kernel) {
        check(c, kernel, null, 0);
    }

    @ParameterizedTest
    @MethodSource("two")
    void movesInBetweenKeepTheMean(Cases c, StepRule kernel) {
        check(c, kernel, new Gibbs(), 0);
    }

    @ParameterizedTest
    @MethodSource("two")
    void resamplingKeepsTheMean(Cases c, StepRule kernel) {
        check(c, kernel, null, 0.95);
    }

    @ParameterizedTest
    @EnumSource(StepRule.class)
    void bothTogetherKeepTheMean(StepRule kernel) {
        check(Cases.colours(Readout.PLAIN, 4), kernel, new Gibbs(), 1);
    }

    /** Resampled in proportion to the exact weights, the left ones keep the expectation they had. */
    @Test
    void resamplingKeepsTheMeanOfTheOtherWeights() {
        Cases c = Cases.spins(4, Readout.ENERGY, 1);
        ExactChain exact = c.chain(FLOOR);
        double[] v = exact.density(0);
        for (int k = 0; k < GRID.steps(); k++) {
            double[] xi = exact.xi(GRID.at(k));
            double dt = GRID.width(k);
            double[] weighted = new double[v.length];
            for (int x = 0; x < v.length; x++) {
                weighted[x] = v[x] * Math.exp(dt * xi[x]);
            }
            v = ExactChain.apply(weighted, exact.step(exact.forward(GRID.at(k)), dt, StepRule.EXPONENTIAL));
        }
        double expected = Math.log(Arrays.stream(v).sum());
        assertThat(expected).isNotCloseTo(exact.logZ, within(0.01));
        Simulator simulator = new Steps(c.flow(), GRID, StepRule.EXPONENTIAL, FLOOR, null, 1);
        closeWithinFourErrors(means(simulator, false), expected);
    }

    /** After a resampling at the last step all weights are the same, and the states follow the target. */
    @Test
    void lastResamplingLeavesEqualWeights() {
        Cases c = Cases.spins(4, Readout.ENERGY, 1);
        Simulator simulator = new Steps(c.flow(), GRID, StepRule.EXPONENTIAL, FLOOR, null, 1);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(33, Device.CPU)) {
            Paths paths = simulator.forward(4_000, rng, null);
            assertThat(Arrays.stream(Tensors.doubles(paths.weights().exact())).distinct())
                    .hasSize(1);
            double[] u = Tensors.doubles(paths.u());
            assertThat(u).containsExactly(Tensors.doubles(c.target().logDensity(paths.x())), within(1e-12));
            // Offspring of one path count as one: 4 standard errors of independent samples, doubled.
            assertThat(Statistics.mean(u))
                    .isCloseTo(
                            Enumeration.of(c.target()).exact().meanLogDensity(),
                            within(8 * Statistics.standardError(u)));
        }
    }

    /** A path that is drawn anew is that of another place, with all that was said of it. */
    @Test
    void pathsDrawnAnewTakeTheirRowsAndJumpsAlong() {
        Cases c = Cases.spins(4, Readout.ENERGY, 1);
        int n = 40;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(35, Device.CPU);
                StepWalkers walkers =
                        new StepWalkers(Steps.of(c.flow(), GRID, StepRule.EXPONENTIAL, FLOOR), n, Device.CPU)) {
            Tensor rows = Tensors.range(n, Device.CPU);
            walkers.start(c.flow().path().start(n, rng), 0, rows);
            for (int k = 0; k < 4; k++) {
                walkers.advance(GRID, k, rng);
            }
            long[] jumps = Tensors.longs(walkers.jumps());
            long[] x = Tensors.longs(walkers.now().x());
            long[] index = Tensors.longs(rows.mul(Ops.scalar(7L)).remainder(Ops.scalar((long) n)));
            Tensor none = Tensors.full(0, Device.CPU, n);
            walkers.resample(new Resampling(Tensors.of(index, Device.CPU, n), none, none));
            assertThat(Tensors.longs(walkers.rows())).containsExactly(index);
            assertThat(Arrays.stream(jumps).distinct().count()).isGreaterThan(2);
            int d = x.length / n;
            for (int k = 0; k < n; k++) {
                int from = (int) index[k];
                assertThat(Tensors.longs(walkers.jumps())[k]).isEqualTo(jumps[from]);
                assertThat(Arrays.copyOfRange(Tensors.longs(walkers.now().x()), k * d, (k + 1) * d))
                        .containsExactly(Arrays.copyOfRange(x, from * d, (from + 1) * d));
            }
        }
    }

    /** K + 1 network calls, 2K with moves in between; each sees the state and its neighbours. */
    @Test
    void costIsCounted() {
        Cases c = Cases.colours(Readout.PLAIN, 4);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(34, Device.CPU)) {
            Simulator plain = Steps.of(c.flow(), GRID, StepRule.EULER, FLOOR);
            Cost cost = plain.forward(10, rng, null).cost();
            assertThat(cost.networkEvaluations()).isEqualTo(90);
            assertThat(cost.targetEvaluations()).isEqualTo(90 * 7);
            Simulator moved = new Steps(c.flow(), GRID, StepRule.EULER, FLOOR, new Gibbs(), 0);
            cost = moved.forward(10, rng, null).cost();
            assertThat(cost.networkEvaluations()).isEqualTo(160);
            assertThat(cost.targetEvaluations()).isEqualTo(160 * 7 + 70 * 6);
        }
    }

    private static void check(Cases c, StepRule kernel, @Nullable MarkovKernel between, double resampleBelow) {
        Simulator simulator = new Steps(c.flow(), GRID, kernel, FLOOR, between, resampleBelow);
        closeWithinFourErrors(means(simulator, true), Enumeration.of(c.target()).logZ());
    }

    /** Independent log weights: of one run, or where resampling ties its paths together the log means of several. */
    private static double[] means(Simulator simulator, boolean exact) {
        boolean independent = simulator.resampleBelow() == 0;
        int runs = independent ? 1 : 20;
        int n = independent ? 3_000 : 200;
        double[] means = new double[runs];
        try (Rng rng = Rng.seeded(31, Device.CPU)) {
            for (int run = 0; run < runs; run++) {
                try (Scope scope = Scope.open()) {
                    LogWeights w = simulator.forward(n, rng, null).weights();
                    double[] logw = Tensors.doubles(exact ? w.exact() : w.left());
                    if (independent) {
                        return logw;
                    }
                    means[run] = Weights.logMean(logw);
                }
            }
        }
        return means;
    }

    private static void closeWithinFourErrors(double[] logMeans, double expected) {
        double error = Weights.logMeanStandardError(logMeans);
        assertThat(error).isLessThan(0.04);
        assertThat(Weights.logMean(logMeans)).isCloseTo(expected, within(4 * error));
    }
}
