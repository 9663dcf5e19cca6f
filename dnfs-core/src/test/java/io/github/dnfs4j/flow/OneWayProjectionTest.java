package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Proposition 1: {@code Q(y, x) = [R(y, x) - R(x, y) p(y) / p(x)]_+} moves the same net flux as R, in one direction
 * only. Here matrices are [from][to].
 */
class OneWayProjectionTest {
    private static final double[] TIMES = {0.2, 1};

    /**
     * A random R that generates the path: the flux {@code p_x p_y (a_y - a_x)}, a = d/dt log p~_t, whose divergence is
     * dp/dt, a circulation around random triangles, and symmetric fluxes.
     */
    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#all")
    void keepsThePathOfARandomRateMatrix(Cases c) {
        ExactChain exact = c.chain(RateFloor.NONE);
        Random random = new Random(7);
        for (double t : TIMES) {
            double[] p = exact.density(t);
            double[] derivative = new double[exact.size];
            double[][] net = new double[exact.size][exact.size];
            for (int x = 0; x < exact.size; x++) {
                double u = exact.logDensity(x, 1);
                derivative[x] = p[x] * (u + exact.d * Math.log(exact.s) - exact.slope(t));
                for (int y = 0; y < exact.size; y++) {
                    net[x][y] = p[x] * p[y] * (exact.logDensity(y, 1) - u);
                }
            }
            for (int k = 0; k < 200; k++) {
                int[] abc = random.ints(0, exact.size).distinct().limit(3).toArray();
                for (int m = 0; m < 3; m++) {
                    net[abc[m]][abc[(m + 1) % 3]] += 1e-3;
                    net[abc[(m + 1) % 3]][abc[m]] -= 1e-3;
                }
            }
            double[][] r = new double[exact.size][exact.size];
            for (int x = 0; x < exact.size; x++) {
                for (int y = 0; y < x; y++) {
                    double both = 1e-3 * random.nextDouble();
                    r[x][y] = (Math.max(net[x][y], 0) + both) / p[x];
                    r[y][x] = (Math.max(net[y][x], 0) + both) / p[y];
                }
            }
            assertThat(change(p, r)).containsExactly(derivative, within(1e-12));
            double[][] q = project(p, r);
            assertThat(change(p, q)).containsExactly(derivative, within(1e-12));
            assertOneWay(q);
        }
    }

    /** The library's rates are one-way already; with a reversible floor they project back to themselves. */
    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#all")
    void undoesTheReversibleFloorOfAFlow(Cases c) {
        ExactChain exact = c.chain(RateFloor.NONE);
        for (double t : TIMES) {
            double[] p = exact.density(t);
            double[][] bare = matrix(c, exact, t, RateFloor.NONE);
            assertOneWay(bare);
            for (RateFloor floor : new RateFloor[] {RateFloor.NONE, Cases.REVERSIBLE}) {
                double[][] r = matrix(c, exact, t, floor);
                double[][] q = project(p, r);
                assertOneWay(q);
                assertThat(change(p, q)).containsExactly(change(p, r), within(1e-12));
                for (int x = 0; x < exact.size; x++) {
                    assertThat(q[x]).containsExactly(bare[x], within(1e-12));
                }
            }
        }
    }

    private static double[][] matrix(Cases c, ExactChain exact, double t, RateFloor floor) {
        double[][] r = new double[exact.size][exact.size];
        try (Scope scope = Scope.open()) {
            Point point = c.flow().at(Enumeration.states(c.target().space()), t, floor);
            double[] rates = Tensors.doubles(point.forward());
            for (int k = 0; k < rates.length; k++) {
                int x = k / (exact.d * exact.s);
                r[x][exact.swap(x, k / exact.s % exact.d, k % exact.s)] += rates[k];
            }
        }
        return r;
    }

    private static double[][] project(double[] p, double[][] r) {
        double[][] q = new double[p.length][p.length];
        for (int x = 0; x < p.length; x++) {
            for (int y = 0; y < p.length; y++) {
                double rate = r[x][y] - r[y][x] * p[y] / p[x];
                q[x][y] = x == y || rate < 1e-13 ? 0 : rate;
            }
        }
        return q;
    }

    /** dp/dt. */
    private static double[] change(double[] p, double[][] r) {
        double[] sum = new double[p.length];
        for (int x = 0; x < p.length; x++) {
            for (int y = 0; y < p.length; y++) {
                sum[y] += r[x][y] * p[x];
                sum[x] -= r[x][y] * p[x];
            }
        }
        return sum;
    }

    private static void assertOneWay(double[][] q) {
        int moves = 0;
        for (int x = 0; x < q.length; x++) {
            for (int y = 0; y < x; y++) {
                assertThat(Math.min(q[x][y], q[y][x])).isEqualTo(0);
                moves += q[x][y] + q[y][x] > 0 ? 1 : 0;
            }
        }
        assertThat(moves).isGreaterThan(q.length / 2);
    }
}
