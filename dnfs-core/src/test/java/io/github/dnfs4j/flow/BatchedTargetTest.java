package io.github.dnfs4j.flow;

import static io.github.dnfs4j.torch.Ops.scalar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.mcmc.Gibbs;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.torch.Torch;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A target whose rows are different instances keeps each state with its own instance. */
class BatchedTargetTest {
    private static final double[][] FIELDS = {{0.5, -0.2, 0.1}, {-0.9, 0.4, 0}, {0.2, 0.2, -0.7}};
    private static final TimeGrid GRID = TimeGrid.uniform(4);

    private final int before = Torch.threads();

    @AfterEach
    void restore() {
        Torch.threads(before);
    }

    /** Row k has the spin fields {@code fields[k]}, [n, 3], and one coupling. */
    private record Batch(Tensor fields) implements Target {
        /** Row k is instance k modulo 3. */
        static Batch of(int n) {
            double[] b = new double[3 * n];
            Arrays.setAll(b, k -> FIELDS[k / 3 % 3][k % 3]);
            return new Batch(Tensors.of(b, Device.CPU, n, 3));
        }

        static Target single(int instance) {
            double[][] j = {{0, 0.25, 0}, {0.25, 0, 0}, {0, 0, 0}};
            return Ising.of(j, FIELDS[instance]);
        }

        @Override
        public StateSpace space() {
            return new StateSpace(3, 2);
        }

        @Override
        public Tensor logDensity(Tensor x) {
            assertThat(x.size(0)).isEqualTo(fields.size(0));
            Tensor s = x.mul(scalar(2L)).sub(scalar(1L)).to(ScalarType.Double);
            Tensor pair = s.select(1, 0).mul(s.select(1, 1)).mul(scalar(0.5));
            return s.mul(fields).sum(-1).add(pair);
        }

        @Override
        public Batch rows(Tensor index) {
            return new Batch(fields.index_select(0, index));
        }
    }

    private static Flow flow(Target target) {
        return new Flow(
                new AnnealingPath(target),
                Cases.of("net", Batch.single(0), Readout.ENERGY, 9).net(),
                Precision.FP32);
    }

    /** Rows split over threads have the rates that their instance alone would give them. */
    @Test
    void eachRowHasTheRatesOfItsInstance() {
        int n = 50;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(91, Device.CPU)) {
            Tensor x = rng.integers(2, n, 3);
            for (int threads : new int[] {1, 3}) {
                Torch.threads(threads);
                Point batch = flow(Batch.of(n)).at(x, 0.7, Cases.REVERSIBLE);
                for (int instance = 0; instance < 3; instance++) {
                    Point alone = flow(Batch.single(instance)).at(x, 0.7, Cases.REVERSIBLE);
                    for (int row = instance; row < n; row += 3) {
                        same(batch.u(), alone.u(), row);
                        same(batch.xi(), alone.xi(), row);
                        same(batch.forward(), alone.forward(), row);
                        same(batch.reverse(), alone.reverse(), row);
                    }
                }
            }
        }
    }

    private static void same(Tensor a, Tensor b, int row) {
        assertThat(Tensors.doubles(a.select(0, row))).containsExactly(Tensors.doubles(b.select(0, row)), within(1e-12));
    }

    private static Simulator simulator(boolean jumps, Flow flow, @Nullable MarkovKernel between, double below) {
        return jumps
                ? new Jumps(flow, GRID, between, below)
                : new Steps(flow, GRID, StepRule.EXPONENTIAL, Cases.REVERSIBLE, between, below);
    }

    /** Without resampling each instance gets its own Z. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachInstanceHasItsOwnZ(boolean jumps) {
        int n = 6_000;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(92, Device.CPU)) {
            Simulator simulator = simulator(jumps, flow(Batch.of(n)), new Gibbs(), 0);
            double[] logw =
                    Tensors.doubles(simulator.forward(n, rng, null).weights().exact());
            for (int instance = 0; instance < 3; instance++) {
                closeToZ(
                        every(logw, instance),
                        Enumeration.of(Batch.single(instance)).logZ());
            }
        }
    }

    /** Rows drawn anew take their instance along, into the next steps, the moves in between and the result. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void resamplingTakesTheInstanceAlong(boolean jumps) {
        int n = 300;
        double[] means = new double[25];
        try (Rng rng = Rng.seeded(93, Device.CPU)) {
            for (int run = 0; run < means.length; run++) {
                try (Scope scope = Scope.open()) {
                    Simulator simulator = simulator(jumps, flow(Batch.of(n)), new Gibbs(), 1);
                    Paths paths = simulator.forward(n, rng, null);
                    means[run] = Weights.logMean(Tensors.doubles(paths.weights().exact()));
                    Target rows = Batch.of(n).rows(paths.rows());
                    assertThat(Tensors.doubles(paths.u()))
                            .containsExactly(Tensors.doubles(rows.logDensity(paths.x())), within(1e-12));
                    long[] ancestors = Tensors.longs(paths.rows());
                    assertThat(Arrays.stream(ancestors).distinct().count()).isLessThan(n);
                }
            }
        }
        double[] logZ = {0, 1, 2};
        Arrays.setAll(logZ, k -> Enumeration.of(Batch.single(k)).logZ());
        closeToZ(means, Weights.logMean(logZ));
    }

    /** Resampled in groups of one instance each, paths stay with their instance, and each has its own Z. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void groupsAreResampledOnTheirOwn(boolean jumps) {
        int size = 400;
        double[][] means = new double[3][25];
        Simulator simulator = simulator(jumps, flow(Batch.of(3)), new Gibbs(), 1);
        try (Rng rng = Rng.seeded(95, Device.CPU);
                Simulation runs = simulator.runs(3 * size, size, Device.CPU)) {
            for (int run = 0; run < 25; run++) {
                try (Scope scope = Scope.open()) {
                    Tensor rows = Tensors.range(3L * size, Device.CPU).floor_divide(scalar((long) size));
                    Paths paths = runs.forward(rows, rng, null);
                    assertThat(Tensors.longs(paths.rows())).containsExactly(Tensors.longs(rows));
                    double[] logw = Tensors.doubles(paths.weights().exact());
                    for (int g = 0; g < 3; g++) {
                        double[] own = Arrays.copyOfRange(logw, g * size, (g + 1) * size);
                        assertThat(Arrays.stream(own).distinct()).hasSize(1);
                        means[g][run] = own[0];
                    }
                }
            }
        }
        for (int g = 0; g < 3; g++) {
            closeToZ(means[g], Enumeration.of(Batch.single(g)).logZ());
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> simulator.runs(10, 3, Device.CPU))
                .withMessage("10 paths are not groups of 3");
    }

    /** A sampler of more samples than fit a batch gives each batch its part of the instances. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void batchesOfASamplerTakeTheirRows(boolean jumps) {
        int n = 4_501;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(94, Device.CPU)) {
            Target batch = Batch.of(n);
            SampleSet set = new FlowSampler(simulator(jumps, flow(batch), null, 0), jumps ? 60 : 1_000).sample(n, rng);
            Tensor x = Tensors.of(set.states(), Device.CPU, n, 3).to(ScalarType.Long);
            assertThat(set.logDensity()).containsExactly(Tensors.doubles(batch.logDensity(x)), within(1e-12));
            for (int instance = 0; instance < 3; instance++) {
                closeToZ(
                        every(set.logWeights(), instance),
                        Enumeration.of(Batch.single(instance)).logZ());
            }
        }
    }

    private static double[] every(double[] logw, int instance) {
        double[] own = new double[(logw.length - instance + 2) / 3];
        Arrays.setAll(own, k -> logw[3 * k + instance]);
        return own;
    }

    private static void closeToZ(double[] logw, double logZ) {
        double error = Weights.logMeanStandardError(logw);
        assertThat(error).isLessThan(0.03);
        assertThat(Weights.logMean(logw)).isCloseTo(logZ, within(4 * error));
    }
}
