package io.github.dnfs4j.flow;

import static io.github.dnfs4j.torch.Ops.scalar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.testkit.ChiSquare;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.torch.Torch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jumps have the law of the chain itself: the product of the matrix exponentials of the cells. */
class JumpLawTest {
    private static final TimeGrid CELLS = new TimeGrid(0, 0.3, 0.5, 0.9, 1);
    private static final int N = 4_000;

    private final int before = Torch.threads();

    @AfterEach
    void restore() {
        Torch.threads(before);
    }

    private static double[] uniform(ExactChain exact) {
        double[] p = new double[exact.size];
        Arrays.fill(p, 1.0 / exact.size);
        return p;
    }

    private static double[] after(ExactChain exact, double[] p, int cell) {
        return ExactChain.evolve(p, exact.generator(CELLS.middle(cell)), CELLS.width(cell));
    }

    private static void check(String what, long[] x, ExactChain exact, double[] p) {
        ChiSquare.check(what, ChiSquare.counts(x, exact.d, exact.s, exact.size), p);
    }

    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withLinks")
    void forwardAtTheEndOfEachCell(Cases c) {
        ExactChain exact = c.chain(RateFloor.NONE);
        List<long[]> seen = new ArrayList<>();
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(11, Device.CPU)) {
            Paths paths = new Jumps(c.flow(), CELLS, null, 0).forward(N, rng, (k, x) -> seen.add(Tensors.longs(x)));
            assertThat(Tensors.longs(paths.x())).isEqualTo(seen.get(CELLS.steps()));
        }
        double[] p = uniform(exact);
        for (int k = 0; k <= CELLS.steps(); k++) {
            check("x_" + k, seen.get(k), exact, p);
            p = k < CELLS.steps() ? after(exact, p, k) : p;
        }
    }

    /** The reversed chain has rates that change inside a cell: its law is that of Kolmogorov's equation, by Runge and Kutta. */
    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withLinks")
    void backwardFromExactSamples(Cases c) {
        ExactChain exact = c.chain(RateFloor.NONE);
        List<long[]> seen = new ArrayList<>();
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(12, Device.CPU);
                Simulation run = new Jumps(c.flow(), CELLS, null, 0).runs(N, Device.CPU)) {
            SampleSet samples = Enumeration.of(c.target()).sample(N, rng);
            Tensor x = Tensors.of(samples.states(), Device.CPU, N, exact.d).to(ScalarType.Long);
            run.backward(x, rng, (k, y) -> seen.add(Tensors.longs(y)));
        }
        double[] p = exact.density(1);
        for (int k = CELLS.steps(); k >= 0; k--) {
            check("x_" + k, seen.get(CELLS.steps() - k), exact, p);
            p = k > 0 ? before(exact, p, k - 1) : p;
        }
    }

    private static double[] before(ExactChain exact, double[] p, int cell) {
        int steps = 20;
        double h = CELLS.width(cell) / steps;
        double[] now = p.clone();
        for (int k = 0; k < steps; k++) {
            double u = CELLS.at(cell + 1) - k * h;
            double[][] early = exact.generator(exact.reverse(CELLS.middle(cell), u));
            double[][] middle = exact.generator(exact.reverse(CELLS.middle(cell), u - h / 2));
            double[][] late = exact.generator(exact.reverse(CELLS.middle(cell), u - h));
            double[] a = ExactChain.apply(now, early);
            double[] b = ExactChain.apply(plus(now, a, h / 2), middle);
            double[] d = ExactChain.apply(plus(now, b, h / 2), middle);
            double[] e = ExactChain.apply(plus(now, d, h), late);
            for (int x = 0; x < now.length; x++) {
                now[x] += h / 6 * (a[x] + 2 * b[x] + 2 * d[x] + e[x]);
            }
        }
        return now;
    }

    private static double[] plus(double[] p, double[] slope, double h) {
        double[] sum = p.clone();
        for (int x = 0; x < p.length; x++) {
            sum[x] += h * slope[x];
        }
        return sum;
    }

    /** Paths of very different lengths in places that are filled again and again: none is lost, none preferred. */
    @Test
    void refillingDoesNotBias() {
        Cases c = Cases.colours(Readout.PLAIN, 4);
        try (Scope scope = Scope.open()) {
            c.net()
                    .parameters()
                    .slices(c.net().parameters().values())
                    .get("head.omega")
                    .mul_(scalar(12.0));
        }
        Torch.threads(2);
        ExactChain exact = c.softplus().chain(RateFloor.NONE);
        double[] p = uniform(exact);
        for (int k = 0; k < CELLS.steps(); k++) {
            p = after(exact, p, k);
        }
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(13, Device.CPU);
                Simulation run = new Jumps(c.softplus().flow(), CELLS, null, 0).runs(100, Device.CPU)) {
            Paths paths = run.forward(Tensors.range(N, Device.CPU), rng, null);
            long[] calls = Tensors.longs(paths.calls());
            assertThat(Arrays.stream(calls).max().orElseThrow())
                    .isGreaterThan(3 * Arrays.stream(calls).min().orElseThrow());
            check("the ends", Tensors.longs(paths.x()), exact, p);
        }
    }

    /** As on a card: all paths make every event, and those that wait in a cell, or have ended, are masked. */
    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withLinks")
    void pathsThatWaitAreLeftAlone(Cases c) {
        ExactChain exact = c.chain(RateFloor.NONE);
        int n = 2_000;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(16, Device.CPU);
                JumpWalkers walkers = new JumpWalkers(c.flow(), CELLS, false, n, Device.CPU, true)) {
            Tensor all = Tensors.range(n, Device.CPU);
            walkers.start(all, c.flow().path().start(n, rng), all, 0);
            double[] p = uniform(exact);
            for (int k = 0; k < CELLS.steps(); k++) {
                while (walkers.go(k + 1, rng)) {
                    assertThat(walkers.state().cell().max().item_long()).isLessThanOrEqualTo(k + 1);
                }
                p = after(exact, p, k);
                check("x_" + (k + 1), Tensors.longs(walkers.state().x()), exact, p);
            }
            double[] w = Tensors.doubles(walkers.state().weight());
            double error = Weights.logMeanStandardError(w);
            assertThat(error).isLessThan(0.1);
            assertThat(Weights.logMean(w)).isCloseTo(exact.logZ, within(4.5 * error));
        }
    }

    /** Of two runs by the same seed every bit is the same, and a path has its place whenever it ended. */
    @Test
    void sameSeedSameBits() {
        Cases c = Cases.spins(5, Readout.PLAIN, 2);
        Torch.threads(2);
        List<double[]> weights = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(14, Device.CPU);
                    Simulation runs = Jumps.of(c.flow(), 3).runs(50, Device.CPU)) {
                Paths paths = runs.forward(Tensors.range(333, Device.CPU), rng, null);
                weights.add(Tensors.doubles(paths.weights().exact()));
                weights.add(Tensors.doubles(paths.x()));
            }
        }
        assertThat(weights.get(0)).containsExactly(weights.get(2));
        assertThat(weights.get(1)).containsExactly(weights.get(3));
    }

    /** One network call a cell and one a jump; with each the target sees a state and its neighbours. */
    @Test
    void costIsCounted() {
        Cases c = Cases.colours(Readout.PLAIN, 4);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(15, Device.CPU)) {
            Paths paths = new Jumps(c.flow(), CELLS, null, 0).forward(200, rng, null);
            long[] calls = Tensors.longs(paths.calls());
            long[] jumps = Tensors.longs(paths.jumps());
            for (int k = 0; k < calls.length; k++) {
                assertThat(calls[k]).isEqualTo(jumps[k] + CELLS.steps());
            }
            assertThat(Arrays.stream(jumps).sum()).isPositive();
            assertThat(paths.cost().networkEvaluations())
                    .isEqualTo(Arrays.stream(calls).sum());
            assertThat(paths.cost().targetEvaluations())
                    .isEqualTo(Arrays.stream(calls).sum() * 7);
        }
    }
}
