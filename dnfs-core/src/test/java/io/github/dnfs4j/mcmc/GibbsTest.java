package io.github.dnfs4j.mcmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.ChiSquare;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GibbsTest {
    private static final double[] TIMES = {0, 0.4, 1};

    static Stream<Target> targets() {
        double[][] j = {{0, 0.3, -0.2, 0}, {0.3, 0, 0.1, 0.4}, {-0.2, 0.1, 0, 0}, {0, 0.4, 0, 0}};
        return Stream.of(
                Ising.of(j, new double[] {0.2, -0.5, 0, 0.3}),
                Tabulated.random(3, 3, 1, 5),
                Ising.lattice(3, 0.15, 0.05));
    }

    /** The law after one sweep from state {@code from}, site by site from the table of U. */
    private static double[] sweep(double[] u, int d, int s, double t, double[] from) {
        double[] p = from;
        for (int i = 0, place = u.length / s; i < d; i++, place /= s) {
            double[] next = new double[u.length];
            for (int x = 0; x < u.length; x++) {
                int base = x - x / place % s * place;
                double total = 0;
                for (int tau = 0; tau < s; tau++) {
                    total += Math.exp(t * u[base + tau * place]);
                }
                for (int tau = 0; tau < s; tau++) {
                    next[base + tau * place] += p[x] * Math.exp(t * u[base + tau * place]) / total;
                }
            }
            p = next;
        }
        return p;
    }

    /** Every row an instance of its own: a field that pulls all of its sites up, or all down. */
    private record Fields(double[] field) implements Target {
        @Override
        public StateSpace space() {
            return new StateSpace(12, 2);
        }

        @Override
        public Tensor logDensity(Tensor x) {
            return x.to(ScalarType.Double).sum(-1).mul(Tensors.of(field, Device.CPU, field.length));
        }

        @Override
        public Target rows(Tensor index) {
            long[] rows = Tensors.longs(index);
            double[] picked = new double[rows.length];
            Arrays.setAll(picked, k -> field[(int) rows[k]]);
            return new Fields(picked);
        }
    }

    @Test
    void aRandomScanComesToEverySite() {
        double[] up = new double[40];
        Arrays.fill(up, 60);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(18, Device.CPU)) {
            Tensor x = Tensors.zeros(ScalarType.Long, Device.CPU, 40, 12);
            // A site is missed by a sweep of twelve draws with probability 0.35, by 30 of them never.
            Tensor y = Gibbs.randomScan().repeated(30).step(new Fields(up), x, 1, rng);
            assertThat(y.sum().item_long()).isEqualTo(40 * 12);
        }
    }

    /** Blocks of 4,096 values take 64 rows at a time: later ones must find their own instances. */
    @Test
    void blocksOfManyRowsKeepTheirInstances() {
        int n = 100;
        double[] field = new double[n];
        Arrays.setAll(field, k -> k * k % 7 < 3 ? 60 : -60);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(17, Device.CPU)) {
            Tensor x = new BlockGibbs(12).step(new Fields(field), rng.integers(2, n, 12), 1, rng);
            double[] up = Tensors.doubles(x.to(ScalarType.Double).mean(-1));
            for (int k = 0; k < n; k++) {
                assertThat(up[k]).as("row %d", k).isEqualTo(field[k] > 0 ? 1 : 0);
            }
        }
    }

    private static long[] step(Target target, Tensor x, double t, Rng rng) {
        try (Scope scope = Scope.open()) {
            return Tensors.longs(new Gibbs().step(target, x, t, rng));
        }
    }

    /** From a single state, so that a kernel that does too little is seen as well. */
    @ParameterizedTest
    @MethodSource("targets")
    void oneSweepHasItsLaw(Target target) {
        Enumeration e = Enumeration.of(target);
        int d = target.space().sites();
        int s = target.space().states();
        double[] u = e.logDensity();
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(101, Device.CPU)) {
            for (double t : TIMES) {
                for (int start : new int[] {0, u.length / 2, u.length - 1}) {
                    double[] p = new double[u.length];
                    p[start] = 1;
                    Tensor x = Enumeration.states(target.space())
                            .narrow(0, start, 1)
                            .expand(10_000, d);
                    ChiSquare.check(
                            "t = " + t + " from " + start,
                            ChiSquare.counts(step(target, x, t, rng), d, s, u.length),
                            sweep(u, d, s, t, p));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("targets")
    void leavesTheAnnealedTargetInvariant(Target target) {
        int d = target.space().sites();
        int s = target.space().states();
        double[] u = Enumeration.of(target).logDensity();
        int n = 20_000;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(102, Device.CPU)) {
            for (double t : TIMES) {
                double[] annealed = Arrays.stream(u).map(v -> t * v).toArray();
                double[] p = Weights.normalised(annealed);
                // The sweep of this test is right itself.
                assertThat(sweep(u, d, s, t, p)).containsExactly(p, within(1e-14));
                SampleSet exact = Enumeration.of(Tabulated.of(d, s, annealed)).sample(n, rng);
                Tensor x = Tensors.of(exact.states(), Device.CPU, n, d).to(ScalarType.Long);
                long[] before = Tensors.longs(x);
                long[] after = step(target, x, t, rng);
                ChiSquare.check("t = " + t, ChiSquare.counts(after, d, s, u.length), p);
                assertThat(Tensors.longs(x)).as("x itself").isEqualTo(before);
            }
        }
    }

    /** A state of density zero is never entered; one sweep leaves it where its neighbours are possible. */
    @Test
    void neverEntersAStateOfDensityZero() {
        double none = Double.NEGATIVE_INFINITY;
        Target target = Tabulated.of(2, 3, 0, 1, none, 0.5, none, 0.2, 0.3, 0, none);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(103, Device.CPU)) {
            Tensor x = Tensors.zeros(ScalarType.Long, Device.CPU, 20_000, 2);
            long[] counts = ChiSquare.counts(step(target, x, 1, rng), 2, 3, 9);
            assertThat(new long[] {counts[2], counts[4], counts[8]}).containsOnly(0);
        }
    }

    @ParameterizedTest
    @MethodSource("targets")
    void chainsConvergeToTheTarget(Target target) {
        Enumeration e = Enumeration.of(target);
        int d = target.space().sites();
        int s = target.space().states();
        int n = 10_000;
        int steps = 30;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(104, Device.CPU)) {
            SampleSet set = new ChainSampler(new AnnealingPath(target), new Gibbs(), steps).sample(n, rng);
            Tensor x = Tensors.of(set.states(), Device.CPU, n, d).to(ScalarType.Long);
            ChiSquare.check(
                    "chains",
                    ChiSquare.counts(Tensors.longs(x), d, s, (int) Math.round(Math.pow(s, d))),
                    e.probabilities());
            assertThat(set.logDensity()).containsExactly(Tensors.doubles(target.logDensity(x)), within(1e-12));
            assertThat(set.logWeights()).containsOnly(0);
            assertThat(set.cost().targetEvaluations()).isEqualTo(n * (steps * (long) d * (s - 1) + 1));
        }
    }

    @Test
    void sameSeedGivesTheSameChains() {
        AnnealingPath path = new AnnealingPath(Ising.lattice(3, 0.2, 0));
        byte[][] states = new byte[2][];
        for (int k = 0; k < 2; k++) {
            try (Rng rng = Rng.seeded(105, Device.CPU)) {
                states[k] =
                        new ChainSampler(path, new Gibbs(), 3).sample(37, rng).states();
            }
        }
        assertThat(states[0]).isEqualTo(states[1]);
        assertThatIllegalArgumentException().isThrownBy(() -> new ChainSampler(path, new Gibbs(), 0));
    }
}
