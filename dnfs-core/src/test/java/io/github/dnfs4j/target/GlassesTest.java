package io.github.dnfs4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class GlassesTest {
    private static final int SIDE = 4;
    private static final int D = SIDE * SIDE;
    private static final double BETA = 0.7;

    private static Ising instance(Layout.Boundary boundary, long seed) {
        Layout layout = new Layout(Layout.Kind.SQUARE, boundary, Layout.Law.GAUSSIAN, seed, List.of());
        return Ising.lattice(layout, SIDE, BETA / 2, 0);
    }

    /** Row k has the bonds that the lattice of seed k says it has, and its energy. */
    @Test
    void aRowIsTheIsingModelOfItsBonds() {
        for (Layout.Boundary boundary : Layout.Boundary.values()) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(1, Device.CPU)) {
                Tensor x = rng.integers(2, 3, D);
                Ising[] each = {instance(boundary, 1), instance(boundary, 2), instance(boundary, 3)};
                Tensor[] bonds = new Tensor[3];
                for (int k = 0; k < 3; k++) {
                    bonds[k] = each[k].structure().bonds(x.narrow(0, k, 1));
                }
                Glasses glasses = Glasses.over(new Lattice(SIDE, SIDE), Ops.cat(0, bonds));
                Tensor order = Tensors.of(new long[] {2, 0, 2}, Device.CPU, 3);
                Glasses picked = glasses.rows(order);
                for (int k = 0; k < 3; k++) {
                    Tensor own = x.narrow(0, k, 1);
                    double u = each[k].logDensity(own).item_double();
                    assertThat(Tensors.doubles(glasses.logDensity(x))[k]).isCloseTo(u, within(1e-12));
                    Tensor ratios = each[k].logRatios(own).select(0, 0);
                    assertThat(glasses.logRatios(x)
                                    .select(0, k)
                                    .sub(ratios)
                                    .abs()
                                    .max()
                                    .item_double())
                            .isLessThan(1e-12);
                    int of = (int) Tensors.longs(order)[k];
                    assertThat(Tensors.doubles(picked.logDensity(x))[k])
                            .isCloseTo(each[of].logDensity(own).item_double(), within(1e-12));
                }
            }
        }
    }

    /** The closed form of the ratios is the difference of densities, on lattices where neighbours are neighbours twice too. */
    @Test
    void ratiosAreDifferencesOfDensities() {
        for (Lattice lattice : new Lattice[] {new Lattice(2, 2), new Lattice(2, 3), new Lattice(3, 5)}) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(2, Device.CPU)) {
                int d = lattice.sites();
                Tensor k =
                        rng.normal(2L * d).to(ScalarType.Double).view(1, d, 2).expand(4, d, 2);
                Tensor x = rng.integers(2, 4, d);
                Glasses glasses = Glasses.over(lattice, k);
                for (int i = 0; i < d; i++) {
                    Tensor y = x.clone();
                    y.select(1, i).copy_(Ops.plus(x.select(1, i).neg(), 1));
                    Tensor change = glasses.logDensity(y).sub(glasses.logDensity(x));
                    Tensor closed = Ops.pick(glasses.logRatios(x).select(1, i), y.select(1, i));
                    assertThat(change.sub(closed).abs().max().item_double()).isLessThan(1e-12);
                }
            }
        }
    }

    @Test
    void onlySpinsOfASquareLatticeWithoutAFieldAreBonded() {
        assertThat(instance(Layout.Boundary.PERIODIC, 1).structure().bonded()).contains(new Lattice(SIDE, SIDE));
        assertThat(Ising.lattice(SIDE, 0.2, 0).structure().bonded()).isEmpty();
        Layout drawn = new Layout(Layout.Kind.SQUARE, Layout.Boundary.PERIODIC, Layout.Law.PM, 1, List.of());
        assertThat(Ising.lattice(drawn, SIDE, 0.2, 0.1).structure().bonded()).isEmpty();
        Layout triangles = new Layout(Layout.Kind.TRIANGULAR, Layout.Boundary.PERIODIC, Layout.Law.PM, 1, List.of());
        assertThat(Ising.lattice(triangles, SIDE, 0.2, 0).structure().bonded()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Glasses.over(new Lattice(1, 4), Tensors.zeros(ScalarType.Double, Device.CPU, 1, 4, 2)))
                .withMessageContaining("2 x 2");
    }
}
