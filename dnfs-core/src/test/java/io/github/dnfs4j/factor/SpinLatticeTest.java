package io.github.dnfs4j.factor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Lattice;
import io.github.dnfs4j.target.Layout;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** Spins of a square lattice are known by their tables alone. */
class SpinLatticeTest {
    private static final int SIDE = 4;
    private static final int[] SPINS = {2, 2};

    private static Ising glass() {
        Layout square = new Layout(Layout.Kind.SQUARE, Layout.Boundary.PERIODIC, Layout.Law.GAUSSIAN, 5, List.of());
        return Ising.lattice(square, SIDE, 0.35, 0);
    }

    private static int[] sizes(int sites) {
        int[] sizes = new int[sites];
        Arrays.fill(sizes, 2);
        return sizes;
    }

    /** Ising's own graph has fields of 0 and pairs in the form w [x = x']. */
    @Test
    void theBondsAreThoseOfTheLattice() {
        try (Scope scope = Scope.open()) {
            Tensor x = Tensors.zeros(ScalarType.Long, Device.CPU, 2, SIDE * SIDE);
            FactorTarget target = FactorTarget.of(Factorised.of(glass()).orElseThrow());
            assertThat(target.structure().bonded()).contains(new Lattice(SIDE, SIDE));
            Tensor bonds = target.structure().bonds(x);
            assertThat(List.of(bonds.size(0), bonds.size(1), bonds.size(2))).containsExactly(2L, 16L, 2L);
            assertThat(bonds.sub(glass().structure().bonds(x)).abs().max().item_double())
                    .isLessThan(1e-14);
        }
    }

    @Test
    void whatIsNoneIsNone() {
        assertThat(SpinLattice.of(FactorGraph.of(sizes(9), List.of(pair(0, 1, 0.3)))))
                .isPresent();
        assertThat(SpinLattice.of(FactorGraph.of(sizes(9), List.of(pair(0, 4, 0.3)))))
                .as("a diagonal")
                .isEmpty();
        assertThat(SpinLattice.of(FactorGraph.of(sizes(8), List.of(pair(0, 1, 0.3)))))
                .as("no square")
                .isEmpty();
        Factor field = Factor.of(new int[] {3}, new int[] {2}, new double[] {0, 0.2});
        assertThat(SpinLattice.of(FactorGraph.of(sizes(9), List.of(pair(0, 1, 0.3), field))))
                .as("a field")
                .isEmpty();
        Factor against = Factor.of(new int[] {3}, new int[] {2}, new double[] {0.2, 0});
        assertThat(SpinLattice.of(FactorGraph.of(sizes(9), List.of(field, pair(0, 1, 0.3), against))))
                .as("fields that cancel")
                .isPresent();
        double none = Double.NEGATIVE_INFINITY;
        Factor hard = Factor.of(new int[] {0, 1}, SPINS, new double[] {0, none, none, 0});
        assertThat(SpinLattice.of(FactorGraph.of(sizes(9), List.of(hard))))
                .as("forbidden states")
                .isEmpty();
        Factor three = Factor.of(new int[] {0, 1, 2}, new int[] {2, 2, 2}, new double[8]);
        assertThat(SpinLattice.of(FactorGraph.of(sizes(9), new ArrayList<>(List.of(three)))))
                .as("three")
                .isEmpty();
    }

    private static Factor pair(int i, int j, double k) {
        return Factor.of(new int[] {i, j}, SPINS, new double[] {k, -k, -k, k});
    }
}
