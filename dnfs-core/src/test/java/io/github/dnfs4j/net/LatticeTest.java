package io.github.dnfs4j.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tape;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** What the networks for lattices add. */
class LatticeTest {
    @Test
    void offsetsAddAndSubtractAroundTheTorus() {
        Torus torus = new Torus(3, 4);
        for (int a = 0; a < 12; a++) {
            for (int b = 0; b < 12; b++) {
                int row = Math.floorMod(a / 4 - b / 4, 3);
                int column = Math.floorMod(a % 4 - b % 4, 4);
                assertThat(torus.subtract(a, b)).isEqualTo(4 * row + column);
                assertThat(torus.add(b, torus.subtract(a, b))).isEqualTo(a);
            }
        }
        assertThat(torus.square(1)).containsExactlyInAnyOrder(0, 1, 3, 4, 5, 7, 8, 9, 11);
        assertThat(torus.ring(1)).doesNotContain(0).hasSize(8);
        assertThat(torus.square(2)).hasSize(12);
        assertThat(new Torus(7, 7).square(2)).hasSize(25);
    }

    @Test
    void otherDataIsPaddedToTheNextSquare() {
        assertThat(Torus.around(32)).isEqualTo(new Torus(6, 6));
        assertThat(Torus.around(36)).isEqualTo(new Torus(6, 6));
        assertThat(Torus.around(37)).isEqualTo(new Torus(7, 7));
        assertThatIllegalArgumentException().isThrownBy(() -> new Torus(0, 3));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeConvolution.Settings(new Torus(3, 3), 10, 2, 8, 1, 1))
                .withMessageContaining("holds all sites");
    }

    /** These networks read offsets, not places: the values of a shifted state are the shifted values. */
    @Test
    void latticeNetworksCommuteWithTranslations() {
        Torus torus = new Torus(4, 6);
        for (Readout r : Readout.values()) {
            for (Networks shape : new Networks[] {
                Networks.leconv(torus, 24, 3, 3, r),
                Networks.lelattice(torus, 3, 2, r),
                Networks.lepyramid(torus, 3, r, false)
            }) {
                try (Scope scope = Scope.open();
                        Rng rng = Rng.seeded(1, Device.CPU);
                        LeNet net = shape.random(1, ScalarType.Double)) {
                    Tensor x = rng.integers(3, 2, 4, 6);
                    Tensor c = Ops.centre(rng.normal(2, 4, 6, 3).to(ScalarType.Double));
                    Tensor g = g(net, x, c);
                    Tensor shifted = g(net, shift(x), shift(c));
                    double largest = g.abs().max().item_double();
                    assertThat(shift(g).sub(shifted).abs().max().item_double()).isLessThan(1e-11 * largest);
                    assertThat(g.sub(shifted).abs().max().item_double()).isGreaterThan(1e-3 * largest);
                }
            }
        }
    }

    /** By transforms comes what the sum over all offsets is, for odd and even sides, to the rounding of the type. */
    @Test
    void theFarSumIsTheSumOverAllOffsets() {
        for (Torus torus : new Torus[] {new Torus(3, 5), new Torus(4, 6), new Torus(1, 2)}) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(1, Device.CPU)) {
                int d = torus.sites();
                Tensor u = rng.normal(2, 3, d).to(ScalarType.Double);
                Tensor v = rng.normal(2, d).to(ScalarType.Double);
                double[] expected = new double[2 * 3 * d];
                double[] features = Tensors.doubles(u.flatten());
                double[] weights = Tensors.doubles(v.flatten());
                for (int k = 0; k < expected.length; k++) {
                    for (int o = 0; o < d; o++) {
                        expected[k] += weights[k / (3 * d) * d + o] * features[k / d * d + torus.add(k % d, o)];
                    }
                }
                Tensor sums = LatticeFeatures.correlated(u, v, torus);
                assertThat(Tensors.doubles(sums.flatten())).containsExactly(expected, within(1e-13));
                Tensor rounded =
                        LatticeFeatures.correlated(u.to(ScalarType.BFloat16), v.to(ScalarType.BFloat16), torus);
                assertThat(rounded.sub(sums).abs().max().item_double()).isBetween(1e-5, 0.1);
            }
        }
    }

    /** The matrix of a sum over far offsets does what the transforms do, and the rule of its gradient what autograd does. */
    @Test
    void productWithACirculantIsTheSumOverOffsets() {
        Torus torus = new Torus(4, 5);
        List<Integer> far = new ArrayList<>(torus.square(20));
        far.removeAll(torus.square(1));
        Circulant circulant = new Circulant(torus, far);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU)) {
            Tensor u = rng.normal(3, 2, 20).to(ScalarType.Double);
            Tensor v = rng.normal(far.size(), 3).to(ScalarType.Double);
            Tensor all = Tensors.zeros(ScalarType.Double, Device.CPU, 3, 20);
            for (int o = 0; o < far.size(); o++) {
                all.select(1, far.get(o)).copy_(v.select(0, o));
            }
            double[] expected = Tensors.doubles(LatticeFeatures.correlated(u, all, torus));
            Tensor weights = rng.normal(3, 2, 20).to(ScalarType.Double);
            v.set_requires_grad(true);
            double[][] gradients = new double[2][];
            for (int k = 0; k < 2; k++) {
                try (Tape tape = k == 0 ? Tape.ofAll() : Tape.open(Device.CPU)) {
                    Tensor sums = u.bmm(circulant.of(v));
                    assertThat(Tensors.doubles(sums)).containsExactly(expected, within(1e-13));
                    tape.backward(sums.mul(weights).sum());
                    gradients[k] = Tensors.doubles(v.grad());
                    v.mutable_grad().put(new Tensor());
                }
            }
            assertThat(gradients[0]).containsExactly(gradients[1], within(1e-13));
        }
    }

    /** A larger pyramid begins with the weights of a smaller one, its new scales with those of the last; and back again. */
    @Test
    void aPyramidGrowsToLargerLattices() {
        try (LeNet small = Networks.lepyramid(new Torus(9, 8), 2, Readout.ENERGY, false)
                        .random(1, ScalarType.Double);
                LeNet large = Networks.lepyramid(new Torus(33, 32), 2, Readout.ENERGY, false)
                        .random(2, ScalarType.Double);
                Scope scope = Scope.open()) {
            Map<String, Tensor> from =
                    small.parameters().slices(small.parameters().values());
            Map<String, Tensor> grown = large.grown(from);
            assertThat(grown.keySet())
                    .isEqualTo(large.parameters().names())
                    .contains("scale.3.context", "scale.2.weight")
                    .doesNotContain("scale.3.weight");
            assertThat(grown).containsAllEntriesOf(from);
            for (int l = 2; l <= 3; l++) {
                assertThat(grown.get("scale." + l + ".context")).isSameAs(from.get("scale.1.context"));
            }
            assertThat(grown.get("scale.2.weight")).isSameAs(from.get("scale.0.weight"));
            assertThat(small.grown(grown)).isEqualTo(from);
            assertThat(small.grown(Map.of("other", from.get("near.mix")))).containsOnlyKeys("other");
        }
    }

    /** With the weights of a smaller lattice a larger one does to a state that repeats one of that lattice what it did there. */
    @Test
    void aLatticeGrowsByItsOffsets() {
        for (Readout r : Readout.values()) {
            for (int side : new int[] {5, 6}) {
                Torus small = new Torus(side, side);
                Torus large = new Torus(2 * side, 3 * side);
                assertThat(grown(Networks.lelattice(small, 3, 1, r), small, Networks.lelattice(large, 3, 1, r), large))
                        .isLessThan(1e-11);
            }
            Torus square = new Torus(12, 12);
            assertThat(grown(
                            Networks.isotropic(new Torus(6, 6), 2, r),
                            new Torus(6, 6),
                            Networks.isotropic(square, 2, r),
                            square))
                    .isLessThan(1e-11);
        }
    }

    /** The most by which G of a repeated state differs from G repeated. */
    private static double grown(Networks from, Torus small, Networks to, Torus large) {
        long s = from.space().states();
        try (LeNet before = from.random(1, ScalarType.Double);
                LeNet after = to.random(2, ScalarType.Double);
                Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU)) {
            Map<String, Tensor> weights =
                    after.grown(before.parameters().slices(before.parameters().values()));
            after.parameters().slices(after.parameters().values()).forEach((name, w) -> w.copy_(weights.get(name)));
            UnaryOperator<Tensor> repeated =
                    a -> a.repeat(1, large.rows() / small.rows(), large.columns() / small.columns(), 1);
            Tensor x = rng.integers(s, 2, small.rows(), small.columns(), 1);
            Tensor c =
                    Ops.centre(rng.normal(2, small.rows(), small.columns(), s).to(ScalarType.Double));
            Tensor there = repeated.apply(values(before, x, c));
            Tensor here = values(after, repeated.apply(x), repeated.apply(c));
            return here.sub(there).abs().max().item_double() / there.abs().max().item_double();
        }
    }

    @Test
    void grownWeightsAreAsSymmetricAsTheyWere() {
        for (int side : new int[] {5, 6}) {
            try (Scope scope = Scope.open()) {
                Torus large = new Torus(2 * side, 2 * side);
                List<Integer> offsets = FarWeights.offsets(large);
                double[] grown =
                        Tensors.doubles(FarWeights.grown(Tensors.full(1, Device.CPU, side * side - 9, 1), large)
                                .to(ScalarType.Double));
                for (int k = 0; k < grown.length; k++) {
                    for (int g = 0; g < large.symmetries(); g++) {
                        assertThat(grown[offsets.indexOf(large.image(g, offsets.get(k)))])
                                .isEqualTo(grown[k]);
                    }
                }
                assertThat(Arrays.stream(grown).sum()).isEqualTo(side * side - 9);
            }
        }
    }

    @Test
    void weightsOfAnotherShapeAreNotBentToFit() {
        try (Scope scope = Scope.open()) {
            Tensor smaller = Tensors.full(1, Device.CPU, 7 * 7 - 9, 2);
            assertThat(FarWeights.grown(smaller, new Torus(6, 9))).isSameAs(smaller);
            Tensor oblong = Tensors.full(1, Device.CPU, 5 * 8 - 9, 2);
            assertThat(FarWeights.grown(oblong, new Torus(20, 20))).isSameAs(oblong);
            Tensor same = FarWeights.grown(smaller, new Torus(7, 7));
            assertThat(Tensors.doubles(same.to(ScalarType.Double))).containsOnly(1);
        }
    }

    /** The values of a reflected or turned state are the reflected or turned values. */
    @Test
    void isotropicNetworksCommuteWithReflectionsAndQuarterTurns() {
        for (Readout r : Readout.values()) {
            for (int states : new int[] {2, 3}) {
                for (Torus torus : new Torus[] {new Torus(4, 6), new Torus(5, 5), new Torus(8, 8)}) {
                    for (Networks shape : new Networks[] {
                        Networks.isotropic(torus, states, r), Networks.lepyramid(torus, states, r, true)
                    }) {
                        assertThat(turn(shape, torus)).as("%s", shape).isLessThan(1e-11);
                    }
                    for (Networks shape : new Networks[] {
                        Networks.lelattice(torus, states, 1, r), Networks.lepyramid(torus, states, r, false)
                    }) {
                        assertThat(turn(shape, torus)).as("%s", shape).isGreaterThan(1e-3);
                    }
                }
            }
        }
    }

    /** The most that G changes when the lattice is reflected along either side or, a square, transposed. */
    private static double turn(Networks shape, Torus torus) {
        long s = shape.space().states();
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU);
                LeNet net = shape.random(1, ScalarType.Double)) {
            Tensor x = rng.integers(s, 2, torus.rows(), torus.columns(), 1);
            Tensor c =
                    Ops.centre(rng.normal(2, torus.rows(), torus.columns(), s).to(ScalarType.Double));
            Tensor g = values(net, x, c);
            double most = 0;
            for (int k = 0; k < (torus.rows() == torus.columns() ? 3 : 2); k++) {
                int by = k;
                UnaryOperator<Tensor> move =
                        a -> by < 2 ? a.flip(1L + by) : a.transpose(1, 2).contiguous();
                Tensor moved = values(net, move.apply(x), move.apply(c));
                most = Math.max(most, move.apply(g).sub(moved).abs().max().item_double());
            }
            return most / g.abs().max().item_double();
        }
    }

    private static Tensor values(LeNet net, Tensor x, Tensor c) {
        Tensor t = Tensors.full(0.4, Device.CPU, 2);
        return net.antisymmetric(x.reshape(2, -1), t, new Context(c.flatten(1, 2)))
                .view(c.sizes());
    }

    private static Tensor shift(Tensor a) {
        return a.roll(new long[] {1, 2}, 1, 2);
    }

    private static Tensor g(LeNet net, Tensor x, Tensor c) {
        Tensor t = Tensors.full(0.4, Device.CPU, 2);
        return net.antisymmetric(x.reshape(2, 24), t, new Context(c.reshape(2, 24, 3)))
                .view(2, 4, 6, 3);
    }
}
