package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.mcmc.Gibbs;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.ChiSquare;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The weights of each simulated path are those of its states by the equations, evaluated from tables. */
class PathWeightsTest {
    private static final TimeGrid GRID = new TimeGrid(0, 0.2, 0.3, 0.7, 1);
    private static final RateFloor FLOOR = new RateFloor(0.2, 0.01);
    private static final int N = 60;

    /** Gibbs, remembering where each step found the states. */
    private static final class Recorder implements MarkovKernel {
        final List<int[]> found = new ArrayList<>();
        private final Gibbs gibbs = new Gibbs();

        @Override
        public Tensor step(Target target, Tensor x, double strength, Rng rng) {
            found.add(numbers(x, target.space()));
            return gibbs.step(target, x, strength, rng);
        }

        @Override
        public long targetEvaluations(StateSpace space) {
            return gibbs.targetEvaluations(space);
        }
    }

    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withKernels")
    void plain(Cases c, StepRule kernel) {
        check(c, kernel, null);
    }

    /** A step ends where the kernel in between found the states, and the next begins where it left them. */
    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withKernels")
    void withMovesInBetween(Cases c, StepRule kernel) {
        check(c, kernel, new Recorder());
    }

    private static void check(Cases c, StepRule kernel, @Nullable Recorder between) {
        ExactChain exact = c.chain(FLOOR);
        List<int[]> left = new ArrayList<>();
        double[][] weights;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(21, Device.CPU)) {
            Simulator simulator = new Steps(c.flow(), GRID, kernel, FLOOR, between, 0);
            LogWeights w = simulator
                    .forward(N, rng, (k, x) -> left.add(numbers(x, c.target().space())))
                    .weights();
            weights = new double[][] {
                Tensors.doubles(w.left()), Tensors.doubles(w.trapezoid()), Tensors.doubles(w.exact())
            };
        }
        double[][] expected = new double[3][N];
        for (int k = 0; k < GRID.steps(); k++) {
            boolean moved = between != null && k + 1 < GRID.steps();
            add(expected, exact, kernel, k, left.get(k), moved ? between.found.get(k) : left.get(k + 1));
        }
        for (int kind = 0; kind < 3; kind++) {
            assertThat(weights[kind]).as("kind %d", kind).containsExactly(expected[kind], within(1e-10));
        }
    }

    private static void add(double[][] w, ExactChain exact, StepRule kernel, int k, int[] from, int[] to) {
        double t = GRID.at(k);
        double next = GRID.at(k + 1);
        double dt = GRID.width(k);
        double[] xi = exact.xi(t);
        double[] xiNext = exact.xi(next);
        double[][] f = exact.step(exact.forward(t), dt, kernel);
        double[][] b = exact.step(exact.reverse(next), dt, kernel);
        for (int row = 0; row < from.length; row++) {
            int x = from[row];
            int y = to[row];
            w[0][row] += dt * xi[x];
            w[1][row] += dt / 2 * (xi[x] + xiNext[y]);
            w[2][row] += exact.logDensity(y, next) - exact.logDensity(x, t) + Math.log(b[y][x] / f[x][y]);
        }
    }

    private static int[] numbers(Tensor x, StateSpace space) {
        return ChiSquare.numbers(Tensors.longs(x), space.sites(), space.states());
    }
}
