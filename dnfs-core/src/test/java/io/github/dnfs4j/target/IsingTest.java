package io.github.dnfs4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.testkit.TargetConformance;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class IsingTest {
    private static final int ROWS = 6;

    @Test
    void closedFormsEqualTheDefaultForAnyCouplings() {
        Random random = new Random(1);
        for (int d : new int[] {1, 2, 3, 7, 16}) {
            double[] b = random.doubles(d, -2, 2).toArray();
            TargetConformance.check(Ising.of(couplings(d, random), b), d);
        }
    }

    @Test
    void closedFormsEqualTheDefaultOnLattices() {
        Random random = new Random(2);
        for (int side : new int[] {3, 4, 5}) {
            double sigma = random.nextDouble(-0.5, 0.5);
            TargetConformance.check(Ising.lattice(side, sigma, random.nextDouble(-1, 1)), side);
        }
    }

    /** A double sum over all ordered pairs, in Java. */
    @Test
    void logDensityIsTheDoubleSum() {
        Random random = new Random(3);
        for (int d : new int[] {1, 2, 5, 12}) {
            double[][] j = couplings(d, random);
            double[] b = random.doubles(d, -2, 2).toArray();
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(d, Device.CPU)) {
                Tensor x = rng.integers(2, ROWS, d);
                double[] u = Tensors.doubles(Ising.of(j, b).logDensity(x));
                long[] states = Tensors.longs(x);
                for (int row = 0; row < ROWS; row++) {
                    double sum = 0;
                    for (int i = 0; i < d; i++) {
                        double s = 2 * states[row * d + i] - 1;
                        sum += b[i] * s;
                        for (int k = 0; k < d; k++) {
                            sum += j[i][k] * s * (2 * states[row * d + k] - 1);
                        }
                    }
                    assertThat(u[row]).isCloseTo(sum, within(1e-12));
                }
            }
        }
    }

    /** sigma s'As: each site sees its four neighbours, so each edge is counted from both ends. */
    @Test
    void latticeCountsEachEdgeTwice() {
        for (int side : new int[] {3, 4, 5}) {
            Ising ising = Ising.lattice(side, 0.3, -0.2);
            int d = side * side;
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(side, Device.CPU)) {
                Tensor x = rng.integers(2, 1, d);
                long[] s = Tensors.longs(x);
                double sum = 0;
                for (int r = 0; r < side; r++) {
                    for (int c = 0; c < side; c++) {
                        double here = 2 * s[r * side + c] - 1;
                        long around = s[(r + 1) % side * side + c]
                                + s[(r + side - 1) % side * side + c]
                                + s[r * side + (c + 1) % side]
                                + s[r * side + (c + side - 1) % side];
                        sum += 0.3 * here * (2 * around - 4) - 0.2 * here;
                    }
                }
                assertThat(Tensors.doubles(ising.logDensity(x))[0]).isCloseTo(sum, within(1e-12));
                Tensor up = Tensors.full(1, Device.CPU, 1, d).to(x.scalar_type());
                assertThat(Tensors.doubles(ising.logDensity(up))[0]).isCloseTo(d * (4 * 0.3 - 0.2), within(1e-12));
                assertThat(Tensors.doubles(ising.logRatiosAt(up, 0)))
                        .containsExactly(new double[] {-16 * 0.3 + 2 * 0.2, 0}, within(1e-12));
            }
        }
    }

    @Test
    void inverseTemperatureIsTwiceSigmaOnALattice() {
        assertThat(Ising.lattice(3, 0.2, 1).inverseTemperature()).isEqualTo(0.4);
        assertThat(Ising.lattice(3, 0, 1).inverseTemperature()).isEqualTo(1);
        Ising any = Ising.of(new double[][] {{0, 0.2}, {0.2, 0}}, new double[2]);
        assertThat(any.inverseTemperature()).isEqualTo(1);
        assertThat(any.periodic()).isEmpty();
        assertThat(Ising.lattice(3, 0.2, 1).periodic()).contains(new Ising.Periodic(3, 0.2, 1));
        assertThat(2 * Ising.CRITICAL).isCloseTo(Math.log(1 + Math.sqrt(2)) / 2, within(1e-15));
    }

    @Test
    void laterChangesOfTheArraysDoNotMatter() {
        double[][] j = {{0, 1}, {1, 0}};
        double[] b = {0.5, 0.5};
        Ising ising = Ising.of(j, b);
        j[0][1] = j[1][0] = b[0] = 9;
        try (Scope scope = Scope.open()) {
            Tensor up = Tensors.of(new long[] {1, 1}, Device.CPU, 1, 2);
            assertThat(Tensors.doubles(ising.logDensity(up))).containsExactly(3);
        }
    }

    @Test
    void aLatticeThatDoesNotExistIsRefused() {
        refused(() -> Ising.lattice(2, 0.1, 0), "side must be at least 3, not 2");
        refused(() -> Ising.lattice(0, 0.1, 0), "side must be at least 3, not 0");
        refused(() -> Ising.lattice(3, Double.NaN, 0), "sigma must be finite, not NaN");
        refused(() -> Ising.lattice(3, 0.1, Double.POSITIVE_INFINITY), "field must be finite, not Infinity");
    }

    @Test
    void couplingsThatAreNoneAreRefused() {
        double[] b = new double[3];
        refused(
                () -> Ising.of(new double[][] {{0, 1, 0}, {1, 0, 2}, {0, 1, 0}}, b),
                "symmetric with a zero diagonal; see entry 1, 2");
        refused(() -> Ising.of(new double[][] {{0, 1, 0}, {1, 3, 0}, {0, 0, 0}}, b), "see entry 1, 1");
        refused(() -> Ising.of(new double[3][3], new double[2]), "couplings are 3 rows for 2 fields");
        refused(() -> Ising.of(new double[][] {{0, 1, 0}, {1, 0}, {0, 0, 0}}, b), "row 1 of the couplings has 2");
        refused(() -> Ising.of(new double[][] {{0, 1, 0}, {1, 0, 0}, {}}, b), "row 2 of the couplings has 0");
        refused(() -> Ising.of(new double[][] {{0, Double.NaN}, {Double.NaN, 0}}, new double[2]), "finite, not NaN");
        refused(() -> Ising.of(new double[1][1], new double[] {Double.NaN}), "field must be finite, not NaN");
        refused(() -> Ising.of(new double[0][0], new double[0]), "sites must be at least 1, not 0");
    }

    private static void refused(Runnable build, String why) {
        assertThatIllegalArgumentException().isThrownBy(build::run).withMessageContaining(why);
    }

    private static double[][] couplings(int d, Random random) {
        double[][] j = new double[d][d];
        for (int i = 0; i < d; i++) {
            for (int k = 0; k < i; k++) {
                j[i][k] = j[k][i] = random.nextGaussian();
            }
        }
        return j;
    }
}
