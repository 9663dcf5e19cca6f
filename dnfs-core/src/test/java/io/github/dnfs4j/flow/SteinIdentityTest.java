package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every locally equivariant network, trained or not, at every time; by enumeration in fp64. */
class SteinIdentityTest {
    private static final double[] TIMES = {0, 0.37, 1};

    /** E_t[xi_t] = d/dt log Z_t: the rates out of and into the states cancel. */
    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withLinks")
    void meanOfXiIsTheSlopeOfLogZ(Cases c) {
        for (RateFloor floor : new RateFloor[] {RateFloor.NONE, Cases.REVERSIBLE, Cases.CONSTANT}) {
            ExactChain exact = c.chain(floor);
            for (double t : TIMES) {
                try (Scope scope = Scope.open()) {
                    Tensor x = Enumeration.states(c.target().space());
                    double[] xi = Tensors.doubles(c.flow().at(x, t, floor).xi());
                    double[] p = exact.density(t);
                    double mean = 0;
                    double spread = 0;
                    for (int k = 0; k < exact.size; k++) {
                        mean += p[k] * xi[k];
                        spread = Math.max(spread, Math.abs(xi[k] - xi[0]));
                    }
                    assertThat(mean).as("t = %s", t).isCloseTo(exact.slope(t), within(1e-10));
                    assertThat(spread).as("xi of an untrained network").isGreaterThan(0.1);
                    assertThat(xi).containsExactly(exact.xi(t), within(1e-10));
                }
            }
        }
    }

    /** The xi of the loss is that of the simulation while no ratio is clipped, and takes a time for each row. */
    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withLinks")
    void theLossSeesTheSameXi(Cases c) {
        ExactChain exact = c.chain(RateFloor.NONE);
        try (Scope scope = Scope.open()) {
            double[] t = new double[exact.size];
            double[] expected = new double[exact.size];
            for (int x = 0; x < exact.size; x++) {
                t[x] = TIMES[x % TIMES.length];
                expected[x] = exact.xi(t[x])[x];
            }
            Tensor x = Enumeration.states(c.target().space());
            Tensor xi = c.flow().xi(x, Tensors.of(t, Device.CPU, t.length));
            assertThat(Tensors.doubles(xi)).containsExactly(expected, within(1e-10));
            assertThat(xi.requires_grad()).isTrue();
        }
    }

    /** {@code R'(x | y) p(y) = R(y | x) p(x)}: the reverse rates are those of the chain seen backwards in time. */
    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#all")
    void reverseRatesReverseTheFlux(Cases c) {
        for (RateFloor floor : new RateFloor[] {RateFloor.NONE, Cases.REVERSIBLE}) {
            for (double t : TIMES) {
                compareFluxes(c, floor, t);
            }
        }
    }

    private static void compareFluxes(Cases c, RateFloor floor, double t) {
        ExactChain exact = c.chain(floor);
        double[] p = exact.density(t);
        try (Scope scope = Scope.open()) {
            Point point = c.flow().at(Enumeration.states(c.target().space()), t, floor);
            double[] forward = Tensors.doubles(point.forward());
            double[] reverse = Tensors.doubles(point.reverse());
            int moves = exact.d * exact.s;
            for (int x = 0; x < exact.size; x++) {
                for (int i = 0; i < exact.d; i++) {
                    for (int tau = 0; tau < exact.s; tau++) {
                        int y = exact.swap(x, i, tau);
                        double there = p[x] * forward[x * moves + i * exact.s + tau];
                        double back = p[y] * reverse[y * moves + i * exact.s + exact.digit(x, i)];
                        assertThat(back).isCloseTo(there, within(1e-12));
                        assertThat(there).isGreaterThanOrEqualTo(0);
                        assertThat(x != y || there == 0).as("no rate to itself").isTrue();
                    }
                }
            }
        }
    }

    /** The heat-bath floor carries no net flux between any two states; a constant one does. */
    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#all")
    void reversibleFloorKeepsThePath(Cases c) {
        assertThat(netFlux(c, Cases.REVERSIBLE)).isLessThan(1e-14);
        assertThat(netFlux(c, Cases.CONSTANT)).isGreaterThan(1e-4);
    }

    private static double netFlux(Cases c, RateFloor floor) {
        ExactChain exact = c.chain(floor);
        double largest = 0;
        for (double t : TIMES) {
            double[] p = exact.density(t);
            try (Scope scope = Scope.open()) {
                Tensor x = Enumeration.states(c.target().space());
                double[] with = Tensors.doubles(c.flow().at(x, t, floor).forward());
                double[] without =
                        Tensors.doubles(c.flow().at(x, t, RateFloor.NONE).forward());
                double[] change = new double[exact.size];
                for (int k = 0; k < with.length; k++) {
                    int from = k / (exact.d * exact.s);
                    double flux = p[from] * (with[k] - without[k]);
                    change[from] -= flux;
                    change[exact.swap(from, k / exact.s % exact.d, k % exact.s)] += flux;
                }
                for (double v : change) {
                    largest = Math.max(largest, Math.abs(v));
                }
            }
        }
        return largest;
    }
}
