package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.mcmc.Gibbs;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.torch.Torch;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Same seed, same thread count, same bits; and no number of rows or threads that does not work. */
class ThreadsTest {
    private final int before = Torch.threads();
    private final Cases cases = Cases.colours(Readout.ENERGY, 3);

    @AfterEach
    void restore() {
        Torch.threads(before);
    }

    private static double[][] run(Simulator simulator, int n, int threads) {
        Torch.threads(threads);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(71, Device.CPU)) {
            Paths p = simulator.forward(n, rng, null);
            LogWeights w = p.weights();
            boolean sums = simulator instanceof Steps;
            return new double[][] {
                Tensors.doubles(p.x()),
                Tensors.doubles(p.u()),
                sums ? Tensors.doubles(w.left()) : new double[0],
                sums ? Tensors.doubles(w.trapezoid()) : new double[0],
                Tensors.doubles(w.exact()),
                Tensors.doubles(p.calls()),
                Tensors.doubles(p.jumps())
            };
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void sameSeedGivesTheSameBits(int threads) {
        Simulator steps = Steps.of(cases.flow(), TimeGrid.uniform(4), StepRule.EXPONENTIAL, Cases.REVERSIBLE);
        Simulator jumps = Jumps.of(cases.flow(), 4);
        for (Simulator s : List.of(steps, jumps, steps.with(new Gibbs(), 0.9), jumps.with(new Gibbs(), 0.9))) {
            assertThat(run(s, 101, threads)).isDeepEqualTo(run(s, 101, threads));
        }
    }

    /** 1 and 7 are fewer than the smallest part, 33 is not a multiple of anything, 50 leaves parts of 16 and 17. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 33, 50, 101})
    void theSplitChangesNothing(int n) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(72, Device.CPU)) {
            Tensor x = rng.integers(3, n, 3);
            Torch.threads(1);
            Point one = cases.flow().at(x, 0.6, Cases.REVERSIBLE);
            for (int threads = 2; threads <= 4; threads++) {
                Torch.threads(threads);
                Point many = cases.flow().at(x, 0.6, Cases.REVERSIBLE);
                same(one.u(), many.u());
                same(one.xi(), many.xi());
                same(one.forward(), many.forward());
                same(one.reverse(), many.reverse());
                assertThat(Tensors.longs(many.x())).isEqualTo(Tensors.longs(x));
            }
        }
    }

    private static void same(Tensor a, Tensor b) {
        assertThat(Tensors.shape(b)).isEqualTo(Tensors.shape(a));
        assertThat(Tensors.doubles(b)).containsExactly(Tensors.doubles(a), within(1e-12));
    }

    /** Throws on worker threads, on the calling one, or on both. */
    private record Failing(Target inner, boolean onWorkers, boolean onCaller, Thread caller) implements Target {
        @Override
        public StateSpace space() {
            return inner.space();
        }

        @Override
        public Tensor logDensity(Tensor x) {
            boolean here = Thread.currentThread().equals(caller);
            if (here ? onCaller : onWorkers) {
                throw new UnsupportedOperationException("no energy today");
            }
            return inner.logDensity(x);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void failureOfATargetReachesTheCaller(int who) {
        Torch.threads(3);
        Target target = new Failing(cases.target(), who != 1, who != 0, Thread.currentThread());
        Flow flow = new Flow(new AnnealingPath(target), cases.net(), Precision.FP32);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(73, Device.CPU)) {
            Tensor x = rng.integers(3, 64, 3);
            assertThatThrownBy(() -> flow.at(x, 0.5, Cases.REVERSIBLE))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("no energy today");
            // And the pool still works.
            Point point = cases.flow().at(x, 0.5, Cases.REVERSIBLE);
            assertThat(Tensors.doubles(point.u())).hasSize(64).doesNotContain(Double.NaN);
        }
    }
}
