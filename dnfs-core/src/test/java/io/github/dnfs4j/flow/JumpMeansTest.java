package io.github.dnfs4j.flow;

import static io.github.dnfs4j.torch.Ops.scalar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.mcmc.Gibbs;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Lattice;
import io.github.dnfs4j.target.OnLattice;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Weights of jumps on average: E[w] = Z and the means of the target, for every network, with moves and resampling. */
class JumpMeansTest {
    private static final TimeGrid CELLS = new TimeGrid(0, 0.3, 0.5, 0.9, 1);

    /**
     * Cell by cell, what all paths together bring to each state is p~ there, by the rates that jumps use: with
     * v = E[w; x], inside a cell
     * {@code dv(y)/du = v(y) (d/du log p~(y) - sum_x r_u(y -> x)) + sum_x v(x) r_u(y -> x) p~_u(y) / p~_u(x)},
     * the last sum over jumps that can be made.
     */
    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withLinks")
    void weightedMassFollowsThePathThroughEachCell(Cases c) {
        ExactChain exact = c.chain(RateFloor.NONE);
        for (int cell = 0; cell < CELLS.steps(); cell++) {
            double from = CELLS.at(cell);
            double[] v = new double[exact.size];
            Arrays.setAll(v, x -> Math.exp(exact.logDensity(x, from)));
            int steps = 150;
            double h = CELLS.width(cell) / steps;
            Rates rates = Rates.of(c, exact, CELLS.middle(cell));
            for (int k = 0; k < steps; k++) {
                double u = from + k * h;
                double[] a = rates.flux(u, v);
                double[] b = rates.flux(u + h / 2, plus(v, a, h / 2));
                double[] d = rates.flux(u + h / 2, plus(v, b, h / 2));
                double[] e = rates.flux(u + h, plus(v, d, h));
                for (int x = 0; x < v.length; x++) {
                    v[x] += h / 6 * (a[x] + 2 * b[x] + 2 * d[x] + e[x]);
                }
            }
            for (int x = 0; x < v.length; x++) {
                assertThat(v[x]).isCloseTo(Math.exp(exact.logDensity(x, CELLS.at(cell + 1))), within(1e-8));
            }
        }
    }

    /** What the flow tells jumps of all states of a space, at [x d S + i S + tau]. */
    private record Rates(ExactChain exact, double[] out, double[] back, double[] ratios) {
        static Rates of(Cases c, ExactChain exact, double m) {
            try (Scope scope = Scope.open()) {
                Tensor x = Enumeration.states(c.target().space());
                Look look = c.flow().look(x, Tensors.full(m, Device.CPU, x.size(0)));
                return new Rates(
                        exact,
                        Tensors.doubles(look.out()),
                        Tensors.doubles(look.back()),
                        Tensors.doubles(look.ratios()));
            }
        }

        private int place(int x, int i, int tau) {
            return (x * exact.d + i) * exact.s + tau;
        }

        double[] flux(double u, double[] v) {
            double[] slope = new double[v.length];
            for (int x = 0; x < v.length; x++) {
                slope[x] += v[x] * (exact.logDensity(x, 1) - exact.logDensity(x, 0));
                for (int i = 0; i < exact.d; i++) {
                    for (int tau = 0; tau < exact.s; tau++) {
                        int move = place(x, i, tau);
                        slope[x] -= v[x] * back[move] * Math.exp(u * ratios[move]);
                        if (out[move] > 0) {
                            int y = exact.swap(x, i, tau);
                            int undo = place(y, i, exact.digit(x, i));
                            double work = exact.logDensity(y, u) - exact.logDensity(x, u);
                            slope[y] += v[x] * back[undo] * Math.exp(u * ratios[undo] + work);
                        }
                    }
                }
            }
            return slope;
        }
    }

    private static double[] plus(double[] v, double[] slope, double h) {
        double[] sum = v.clone();
        for (int x = 0; x < v.length; x++) {
            sum[x] += h * slope[x];
        }
        return sum;
    }

    /** Untrained networks of every kind on random tables: E[w] = Z, and weighted means are the target's. */
    static Stream<Arguments> kinds() {
        return Stream.of(
                        new NetworkSettings.Letf(8, 1, 1, true, Readout.ENERGY, false),
                        new NetworkSettings.Lemlp(8, 1, Readout.ENERGY, false),
                        new NetworkSettings.Leattn(8, 1, Readout.ENERGY, false),
                        new NetworkSettings.Leconv(8, 1, 1, Readout.ENERGY, false),
                        new NetworkSettings.Lelattice(8, 1, Readout.ENERGY, false, false))
                .flatMap(network -> Stream.of(2, 3, 4).map(s -> Arguments.of(network, s)));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void meansAreThoseOfTheTarget(NetworkSettings network, int s) {
        Target target = Tabulated.random(4, s, 0.6, 5);
        checkMeans(target, network, Precision.FP32, Link.RELU, 2_000);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void andInBfloat16(NetworkSettings network, int s) {
        Target target = Tabulated.random(4, s, 0.6, 6);
        checkMeans(target, network, Precision.BF16, s == 4 ? Link.SOFTPLUS : Link.RELU, 2_000);
    }

    private static void checkMeans(Target target, NetworkSettings network, Precision precision, Link link, int n) {
        try (Rng rng = Rng.seeded(23, Device.CPU);
                RateNet net = network.build(new OnLattice(target, new Lattice(2, 2)), rng)) {
            Flow flow = new Flow(new AnnealingPath(target), net, precision).linked(link);
            SampleSet drawn = new FlowSampler(Jumps.of(flow, 3), 128).sample(n, rng);
            Enumeration exact = Enumeration.of(target);
            double[] w = Arrays.stream(drawn.logWeights())
                    .map(v -> Math.exp(v - exact.logZ()))
                    .toArray();
            close(w, 1);
            int d = target.space().sites();
            double[] p = Weights.normalised(exact.logDensity());
            double first = 0;
            double energy = 0;
            for (int k = 0; k < p.length; k++) {
                first += exact.state(k)[0] == 0 ? p[k] : 0;
                energy += p[k] * exact.logDensity()[k];
            }
            double[] zero = new double[n];
            double[] u = new double[n];
            for (int k = 0; k < n; k++) {
                zero[k] = drawn.states()[k * d] == 0 ? w[k] : 0;
                u[k] = w[k] * drawn.logDensity()[k];
            }
            close(zero, first);
            close(u, energy);
        }
    }

    private static void close(double[] values, double expected) {
        double error = Statistics.standardError(values);
        assertThat(error).isLessThan(0.07);
        assertThat(Statistics.mean(values)).isCloseTo(expected, within(4.5 * error));
    }

    @Test
    void meanIsZToThreeDigits() {
        Target target = Ising.of(
                new double[][] {{0, 0.05, 0.02}, {0.05, 0, 0.05}, {0.02, 0.05, 0}}, new double[] {0.03, -0.03, 0.05});
        try (Rng rng = Rng.seeded(24, Device.CPU);
                RateNet net = new NetworkSettings.Lemlp(8, 1, Readout.ENERGY, false).build(target, rng)) {
            try (Scope scope = Scope.open()) {
                net.parameters()
                        .slices(net.parameters().values())
                        .get("head.omega")
                        .mul_(scalar(0.2));
            }
            Flow flow = new Flow(new AnnealingPath(target), net, Precision.FP32);
            SampleSet drawn = new FlowSampler(Jumps.of(flow, 4), 1024).sample(40_000, rng);
            double logZ = Enumeration.of(target).logZ();
            double[] w = Arrays.stream(drawn.logWeights())
                    .map(v -> Math.exp(v - logZ))
                    .toArray();
            assertThat(Statistics.standardError(w)).isLessThan(4e-4);
            assertThat(Statistics.mean(w)).isCloseTo(1, within(1e-3));
        }
    }

    static Stream<Cases> two() {
        return Stream.of(Cases.spins(4, Readout.ENERGY, 1), Cases.colours(Readout.PLAIN, 4));
    }

    @ParameterizedTest
    @MethodSource("two")
    void movesInBetweenKeepTheMean(Cases c) {
        meets(c, new Gibbs(), 0);
    }

    @ParameterizedTest
    @MethodSource("two")
    void resamplingKeepsTheMean(Cases c) {
        meets(c, null, 0.95);
    }

    @ParameterizedTest
    @MethodSource("two")
    void bothKeepTheMean(Cases c) {
        meets(c, new Gibbs(), 1);
    }

    private static void meets(Cases c, @Nullable MarkovKernel between, double resampleBelow) {
        Jumps jumps = new Jumps(c.flow(), CELLS, between, resampleBelow);
        double[] means = new double[40];
        try (Rng rng = Rng.seeded(25, Device.CPU)) {
            for (int run = 0; run < means.length; run++) {
                try (Scope scope = Scope.open()) {
                    double[] w = Tensors.doubles(
                            jumps.forward(100, rng, null).weights().exact());
                    means[run] = Weights.logMean(w);
                }
            }
        }
        double error = Weights.logMeanStandardError(means);
        assertThat(error).isLessThan(0.04);
        assertThat(Weights.logMean(means)).isCloseTo(Enumeration.of(c.target()).logZ(), within(4 * error));
    }

    /** Ratios that are off make weights vary, not wrong. */
    @Test
    void taylorRatiosKeepTheMean() {
        Tabulated table = Tabulated.random(3, 3, 0.5, 8);
        Cases c = Cases.of("taylor", new Skewed(table), Readout.PLAIN, 9);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(26, Device.CPU)) {
            double[] w = Tensors.doubles(
                    Jumps.of(c.flow(), 4).forward(6_000, rng, null).weights().exact());
            double error = Weights.logMeanStandardError(w);
            assertThat(error).isLessThan(0.04);
            assertThat(Weights.logMean(w)).isCloseTo(Enumeration.of(table).logZ(), within(4 * error));
        }
    }

    /** A target whose ratios are a little wrong, and not each other's inverse, as those of a Taylor expansion are. */
    private record Skewed(Tabulated exact) implements Target {
        @Override
        public StateSpace space() {
            return exact.space();
        }

        @Override
        public Tensor logDensity(Tensor x) {
            return exact.logDensity(x);
        }

        @Override
        public Tensor logRatios(Tensor x) {
            Tensor r = exact.logRatios(x);
            return r.add(r.square().mul(scalar(0.2)));
        }
    }

    /** Backwards from samples of the target the inverse weights average to 1 / Z, and the means bound log Z. */
    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withLinks")
    void inverseWeightsAverageToInverseZ(Cases c) {
        Enumeration e = Enumeration.of(c.target());
        int n = 4_000;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(27, Device.CPU)) {
            Tensor x = Tensors.of(
                            e.sample(n, rng).states(), Device.CPU, n, e.space().sites())
                    .to(ScalarType.Long);
            Paths paths = new Jumps(c.flow(), CELLS, null, 0).backward(x, rng);
            double[] upper = Tensors.doubles(paths.weights().exact());
            double[] inverse = Arrays.stream(upper).map(w -> -w).toArray();
            double error = Weights.logMeanStandardError(inverse);
            assertThat(error).isLessThan(0.06);
            assertThat(Weights.logMean(inverse)).isCloseTo(-e.logZ(), within(4 * error));
            assertThat(Statistics.mean(upper)).isGreaterThan(e.logZ());
            assertThat(Tensors.doubles(paths.u()))
                    .containsExactly(Tensors.doubles(c.target().logDensity(x)), within(1e-12));
        }
    }
}
