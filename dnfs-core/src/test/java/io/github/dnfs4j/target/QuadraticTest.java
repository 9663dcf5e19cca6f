package io.github.dnfs4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.target.QuadraticForm.Variables;
import io.github.dnfs4j.testkit.TargetConformance;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Energies against sums over edges, and the closed ratios against the default that evaluates every neighbour. */
class QuadraticTest {
    static Graph graph(int n, double density, boolean weighted, long seed) {
        Random random = new Random(seed);
        GraphBuilder builder = Graph.builder();
        for (int u = 0; u < n; u++) {
            for (int v = 0; v < u; v++) {
                if (random.nextDouble() < density) {
                    builder.edge(u, v, weighted ? random.nextGaussian() : 1);
                }
            }
        }
        Graph graph = builder.build(n);
        return weighted ? graph.withVertexWeights(random.doubles(n, 0.5, 3).toArray()) : graph;
    }

    @ParameterizedTest
    @EnumSource(GraphProblem.class)
    void closedRatiosAreThoseOfEveryNeighbour(GraphProblem problem) {
        for (boolean weighted : new boolean[] {false, true}) {
            checkRatios(Quadratic.of(problem.energy(graph(11, 0.4, weighted, 5), 1.0001), 0.7));
        }
    }

    /** With a diagonal and no symmetry: (1 - 2x)((W + W')x - 2 diag(W) x + diag(W) + h), minimised. */
    @Test
    void anyMatrixIsAllowed() {
        Random random = new Random(2);
        int d = 6;
        double[][] w = new double[d][d];
        for (double[] row : w) {
            Arrays.setAll(row, j -> random.nextGaussian());
        }
        double[] h = random.doubles(d).toArray();
        Quadratic target = Quadratic.of(QuadraticForm.ofMatrix(w, h), 1);
        checkRatios(target);
        try (Scope scope = Scope.open()) {
            for (int state = 0; state < 64; state++) {
                byte[] x = bits(state, d);
                double e = 0;
                double[] ratios = Tensors.doubles(target.logRatios(states(x)));
                for (int i = 0; i < d; i++) {
                    e += h[i] * x[i];
                    double force = h[i] + w[i][i] - 2 * w[i][i] * x[i];
                    for (int j = 0; j < d; j++) {
                        e += w[i][j] * x[i] * x[j];
                        force += (w[i][j] + w[j][i]) * x[j];
                    }
                    assertThat(ratios[2 * i + 1 - x[i]]).isCloseTo(-(1 - 2 * x[i]) * force, within(1e-12));
                }
                assertThat(Tensors.doubles(target.logDensity(states(x)))[0]).isCloseTo(-e, within(1e-12));
            }
        }
    }

    @Test
    void sparseAndDenseFormsAgree() {
        int d = 3000;
        Random random = new Random(4);
        GraphBuilder builder = Graph.builder();
        for (int k = 0; k < 5000; k++) {
            int u = random.nextInt(d);
            builder.edge(u, (u + 1 + random.nextInt(d - 1)) % d, random.nextGaussian());
        }
        QuadraticForm form = QuadraticForm.of(Variables.SPIN, random.doubles(d).toArray(), builder.buildSummed(d), 2);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU)) {
            Tensor x = rng.integers(2, 3, d);
            Quadratic sparse = Quadratic.of(form, 2);
            Quadratic dense = Quadratic.batch(List.of(form, form, form), 2);
            assertThat(Tensors.doubles(sparse.logDensity(x)))
                    .containsExactly(Tensors.doubles(dense.logDensity(x)), within(1e-9));
            assertThat(Tensors.doubles(sparse.logRatios(x)))
                    .containsExactly(Tensors.doubles(dense.logRatios(x)), within(1e-9));
            for (int site : new int[] {0, 17, d - 1}) {
                assertThat(Tensors.doubles(sparse.logRatiosAt(x, site)))
                        .containsExactly(Tensors.doubles(dense.logRatiosAt(x, site)), within(1e-9));
            }
            double[] u = Tensors.doubles(sparse.logDensity(x));
            assertThat(u[1]).isCloseTo(-form.energy(Tensors.bytes(x.select(0, 1))) / 2, within(1e-9));
        }
    }

    /** Graphs of different sizes: each row is its own target, and padding has no say. */
    @Test
    void aBatchIsItsGraphsOneByOne() {
        List<QuadraticForm> forms = new ArrayList<>();
        for (int k = 0; k < 4; k++) {
            forms.add(GraphProblem.values()[k].energy(graph(5 + k, 0.5, k % 2 == 0, k), 1.1));
        }
        Quadratic batch = Quadratic.batch(forms, 0.8);
        checkRatios(batch);
        assertThat(batch.space().sites()).isEqualTo(8);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(9, Device.CPU)) {
            long[] index = {3, 0, 0, 2, 1, 3};
            Tensor rows = Tensors.of(index, Device.CPU, index.length);
            Quadratic some = (Quadratic) batch.rows(rows);
            Tensor x = rng.integers(2, index.length, 8);
            double[] u = Tensors.doubles(some.logDensity(x));
            double[] ratios = Tensors.doubles(some.logRatios(x));
            double[] mask = Tensors.doubles(some.mask(x));
            for (int row = 0; row < index.length; row++) {
                QuadraticForm form = forms.get((int) index[row]);
                byte[] state = Arrays.copyOf(Tensors.bytes(x.select(0, row)), form.size());
                assertThat(u[row]).isCloseTo(-form.energy(state) / 0.8, within(1e-12));
                for (int i = 0; i < 8; i++) {
                    assertThat(mask[row * 8 + i]).isEqualTo(i < form.size() ? 1 : 0);
                    if (i >= form.size()) {
                        assertThat(ratios[(row * 8 + i) * 2]).isZero();
                        assertThat(ratios[(row * 8 + i) * 2 + 1]).isZero();
                    }
                }
            }
            assertThat(Tensors.doubles(batch.at(0.4).rows(rows).logDensity(x)))
                    .containsExactly(Arrays.stream(u).map(v -> 2 * v).toArray(), within(1e-12));
        }
    }

    @Test
    void nonsenseIsRefused() {
        QuadraticForm form = GraphProblem.MIS.energy(graph(3, 1, false, 1), 1.1);
        for (double t : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException().isThrownBy(() -> Quadratic.of(form, t));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> GraphProblem.MIS.energy(graph(3, 1, false, 1), -1));
        assertThatIllegalArgumentException().isThrownBy(() -> GraphProblem.parse("tsp"));
    }

    private static void checkRatios(Quadratic target) {
        int d = target.space().sites();
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(d, Device.CPU)) {
            TargetConformance.check(target, rng.integers(2, 4, d));
        }
    }

    static byte[] bits(int state, int d) {
        byte[] x = new byte[d];
        for (int i = 0; i < d; i++) {
            x[i] = (byte) (state >> i & 1);
        }
        return x;
    }

    static Tensor states(byte[] x) {
        long[] values = new long[x.length];
        Arrays.setAll(values, i -> x[i]);
        return Tensors.of(values, Device.CPU, 1, x.length);
    }
}
