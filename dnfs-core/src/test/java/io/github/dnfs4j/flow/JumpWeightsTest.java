package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The weight of one path by jumps is the ratio of its two densities, from whichever end it was simulated. */
class JumpWeightsTest {
    private static final TimeGrid CELLS = new TimeGrid(0, 0.3, 0.5, 0.9, 1);

    /** A jump at a time to a state, by number; the first entry is the start and has the time 0. */
    private record Event(double time, int state) {}

    private static int number(long[] x, int s) {
        return Arrays.stream(x).mapToInt(v -> (int) v).reduce(0, (k, v) -> k * s + v);
    }

    /** Follows one path and returns its events in the order of time, and its log weight in the end. */
    private static double follow(Cases c, boolean backward, Tensor x, Rng rng, List<Event> events) {
        int s = c.target().space().states();
        try (Scope scope = Scope.open();
                JumpWalkers walkers = new JumpWalkers(c.flow(), CELLS, backward, 1, Device.CPU)) {
            Tensor first = Tensors.range(1, Device.CPU);
            walkers.start(first, x, first, backward ? 1 : 0);
            events.add(new Event(backward ? 1 : 0, number(Tensors.longs(x), s)));
            JumpState state = walkers.state();
            long jumps = 0;
            while (walkers.go(walkers.finish(), rng)) {
                if (state.jumps().item_long() > jumps) {
                    jumps++;
                    events.add(new Event(state.time().item_double(), number(Tensors.longs(state.x()), s)));
                }
            }
            return state.weight().item_double();
        }
    }

    /** The ratio of the two path densities by plain sums and a fine quadrature. */
    private static double logWeight(ExactChain exact, List<Event> path) {
        double sum = exact.logDensity(path.get(path.size() - 1).state, 1) - exact.logDensity(path.get(0).state, 0);
        for (int k = 0; k < path.size(); k++) {
            int x = path.get(k).state;
            double from = path.get(k).time;
            double to = k + 1 < path.size() ? path.get(k + 1).time : 1;
            for (int cell = 0; cell < CELLS.steps(); cell++) {
                double a = Math.max(from, CELLS.at(cell));
                double b = Math.min(to, CELLS.at(cell + 1));
                double m = CELLS.middle(cell);
                if (a < b) {
                    double out = Arrays.stream(exact.forward(m)[x]).sum();
                    sum += out * (b - a)
                            - integral(
                                    u -> Arrays.stream(exact.reverse(m, u)[x]).sum(), a, b);
                }
                if (k + 1 < path.size() && to > CELLS.at(cell) && to <= CELLS.at(cell + 1)) {
                    int y = path.get(k + 1).state;
                    sum += Math.log(rate(exact, exact.reverse(m, to), y, x))
                            - Math.log(rate(exact, exact.forward(m), x, y));
                }
            }
        }
        return sum;
    }

    private static double rate(ExactChain exact, double[][] rates, int x, int y) {
        return exact.generator(rates)[x][y];
    }

    private interface Function {
        double at(double u);
    }

    /** By Boole's rule on eight parts. */
    private static double integral(Function f, double a, double b) {
        double[] w = {7, 32, 12, 32, 7};
        double h = (b - a) / 8;
        double sum = 0;
        for (int part = 0; part < 8; part++) {
            for (int k = 0; k < 5; k++) {
                sum += w[k] / 90 * h * f.at(a + part * h + k * h / 4);
            }
        }
        return sum;
    }

    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withLinks")
    void forwardWeightIsTheRatioOfPathDensities(Cases c) {
        ExactChain exact = c.chain(RateFloor.NONE);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(21, Device.CPU)) {
            int jumps = 0;
            for (int path = 0; path < 20; path++) {
                List<Event> events = new ArrayList<>();
                double weight = follow(c, false, c.flow().path().start(1, rng), rng, events);
                jumps += events.size() - 1;
                assertThat(weight).isCloseTo(logWeight(exact, events), within(1e-8));
            }
            assertThat(jumps).isPositive();
        }
    }

    /** The same numbers of the same paths, though simulated and weighed from the other end. */
    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withLinks")
    void backwardWeightsAreForwardWeightsOfTheSamePath(Cases c) {
        ExactChain exact = c.chain(RateFloor.NONE);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(22, Device.CPU)) {
            int jumps = 0;
            for (int path = 0; path < 20; path++) {
                List<Event> back = new ArrayList<>();
                double weight = follow(c, true, c.flow().path().start(1, rng), rng, back);
                List<Event> events = new ArrayList<>();
                for (int k = back.size() - 1; k >= 0; k--) {
                    events.add(new Event(k + 1 < back.size() ? back.get(k + 1).time : 0, back.get(k).state));
                }
                jumps += back.size() - 1;
                assertThat(weight).isCloseTo(logWeight(exact, events), within(1e-8));
            }
            assertThat(jumps).isPositive();
        }
    }
}
