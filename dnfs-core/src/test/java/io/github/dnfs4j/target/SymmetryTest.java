package io.github.dnfs4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.testkit.EqualPairs;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

/** A target says that it is symmetric exactly when its density is: under the transposition of two states and a cycle. */
class SymmetryTest {
    private static final double FIELD = 0.1;

    @Test
    void latticesWithoutAFieldAre() {
        for (int states : new int[] {2, 3, 5}) {
            same(Potts.lattice(3, states, 0.7), true);
        }
        same(Ising.lattice(4, 0.2, 0), true);
        same(Ising.lattice(4, 0.2, FIELD), false);
        same(Ising.of(new double[][] {{0, 1, 2}, {1, 0, -3}, {2, -3, 0}}, new double[3]), true);
        same(Ising.of(new double[][] {{0, 1}, {1, 0}}, new double[] {0, FIELD}), false);
        same(new Taylor(Potts.lattice(3, 3, 0.7)), true);
        same(new Taylor(Ising.lattice(4, 0.2, FIELD)), false);
        same(EqualPairs.ring(5, 4, -1, FIELD, 1), false);
    }

    @Test
    void pairsAreWhereTheyAskOnlyForEquality() {
        for (int states : new int[] {2, 3, 5}) {
            same(pairs(4, states, 0, 0), true);
            same(pairs(4, states, FIELD, 0), false);
            same(pairs(4, states, 0, FIELD), false);
        }
    }

    /** A value that one site has and another has not cannot be exchanged. */
    @Test
    void sitesOfSizesOfTheirOwnAreNot() {
        Categorical flat = Categorical.of(StateSpace.of(2, 3), new double[6][6], new double[6]);
        assertThat(flat.structure().symmetric()).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairGraph.of(StateSpace.of(2, 3), List.of(), new double[0], new double[2][3]))
                .withMessageContaining("sites of [2, 3] states");
    }

    /** {@code W[i, a, j, b] = w_ij [a = b] + v_ij}, one entry of which and one field may stand out. */
    private static Categorical pairs(int d, int s, double oddCoupling, double oddField) {
        Random random = new Random(7);
        double[][] w = new double[d * s][d * s];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                double equal = random.nextGaussian();
                double any = random.nextGaussian();
                for (int k = 0; k < s * s; k++) {
                    int a = i * s + k / s;
                    int b = j * s + k % s;
                    w[a][b] = w[b][a] = any + (k / s == k % s ? equal : 0);
                }
            }
        }
        int last = d * s - 1;
        w[last][0] = w[0][last] = w[0][last] + oddCoupling;
        double[] b = IntStream.range(0, d * s).mapToDouble(k -> k / s).toArray();
        b[last] += oddField;
        return Categorical.of(new StateSpace(d, s), w, b);
    }

    private static void same(Target target, boolean symmetric) {
        assertThat(target.structure().symmetric()).isEqualTo(symmetric);
        int s = target.space().states();
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU)) {
            Tensor x = rng.integers(s, 64, target.space().sites());
            Tensor cycle = x.add(Ops.scalar(1L)).remainder(Ops.scalar((long) s));
            Tensor u = target.logDensity(x);
            double most = Math.max(change(target, cycle, u), change(target, swap(x), u));
            assertThat(most < 1e-10).as("U changes by %s", most).isEqualTo(symmetric);
        }
    }

    /** 0 and 1 change places. */
    private static Tensor swap(Tensor x) {
        Tensor low = x.lt(Ops.scalar(2L));
        return x.neg().add(Ops.scalar(1L)).mul(low).add(x.mul(low.logical_not()));
    }

    private static double change(Target target, Tensor y, Tensor u) {
        return target.logDensity(y).sub(u).abs().max().item_double();
    }
}
