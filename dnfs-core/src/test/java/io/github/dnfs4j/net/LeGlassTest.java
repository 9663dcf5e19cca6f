package io.github.dnfs4j.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.target.Glasses;
import io.github.dnfs4j.target.Lattice;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** leGlass on glasses of different bonds, one a row; what every network must pass is in the tests of all of them. */
class LeGlassTest {
    private static final int ROWS = 5;
    private static final Torus TORUS = new Torus(3, 4);
    private static final int D = TORUS.sites();

    private static LeNet net(Readout readout) {
        return Networks.leglass(TORUS, 2, 2, readout).random(3, ScalarType.Double);
    }

    private static Tensor bonds(Rng rng) {
        return rng.normal((long) ROWS * D * 2).to(ScalarType.Double).view(ROWS, D, 2);
    }

    private static Tensor g(LeNet net, Tensor x, Tensor bonds) {
        Glasses target = Glasses.over(new Lattice(TORUS.rows(), TORUS.columns()), bonds);
        Tensor c = target.space().centre(target.logRatios(x));
        Tensor t = Tensors.full(0.3, Device.CPU, x.size(0));
        return Ops.withoutGradient(() ->
                net.antisymmetric(x, t, Context.bonded(c, target.structure().bonds(x))));
    }

    private static double largest(Tensor t) {
        return t.abs().max().item_double();
    }

    private static void same(Tensor a, Tensor b, String what) {
        assertThat(largest(a)).isGreaterThan(1e-3);
        assertThat(largest(a.sub(b)) / largest(a)).as(what).isLessThan(1e-11);
    }

    @ParameterizedTest
    @EnumSource(Readout.class)
    void locallyEquivariantWhateverTheBonds(Readout readout) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU);
                LeNet net = net(readout)) {
            Tensor k = bonds(rng);
            Tensor x = rng.integers(2, ROWS, D);
            Tensor g = g(net, x, k);
            for (int site = 0; site < D; site++) {
                Tensor y = flipped(x, site);
                Tensor there = Ops.pick(g.select(1, site), y.select(1, site));
                Tensor back = Ops.pick(g(net, y, k).select(1, site), x.select(1, site));
                same(there, back.neg(), "the way to and from the flip of site " + site);
            }
        }
    }

    private static Tensor flipped(Tensor x, int site) {
        Tensor y = x.clone();
        Tensor own = y.select(1, site);
        own.copy_(Ops.plus(own.neg(), 1));
        return y;
    }

    /** The sign of a spin and of its four bonds: the energy stays, and so must the rates. */
    @ParameterizedTest
    @EnumSource(Readout.class)
    void gaugeTransformationsChangeNothing(Readout readout) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(2, Device.CPU);
                LeNet net = net(readout)) {
            Tensor k = bonds(rng);
            Tensor x = rng.integers(2, ROWS, D);
            Tensor g = g(net, x, k);
            Tensor turned = rng.integers(2, ROWS, D);
            Tensor sign =
                    Ops.plus(Ops.times(turned.to(ScalarType.Double), -2), 1).view(ROWS, 3, 4);
            Tensor right = sign.mul(sign.roll(new long[] {-1}, 2)).view(ROWS, D);
            Tensor below = sign.mul(sign.roll(new long[] {-1}, 1)).view(ROWS, D);
            Tensor there = g(net, x.bitwise_xor(turned), k.mul(Ops.stack(2, right, below)));
            // What was the rate to tau is that to the other state where the spin was turned.
            Tensor states = Tensors.range(2, Device.CPU).view(1, 1, 2).bitwise_xor(turned.unsqueeze(-1));
            same(g, there.gather(-1, states), "G after a gauge transformation");
        }
    }

    @Test
    void commutesWithTranslations() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(3, Device.CPU);
                LeNet net = net(Readout.ENERGY)) {
            Tensor k = bonds(rng);
            Tensor x = rng.integers(2, ROWS, D);
            long[] by = {1, 2};
            long[] dims = {1, 2};
            Tensor moved = g(
                    net,
                    x.view(ROWS, 3, 4).roll(by, dims).reshape(ROWS, D),
                    k.view(ROWS, 3, 4, 2).roll(by, dims).reshape(ROWS, D, 2));
            Tensor back = moved.view(ROWS, 3, 4, 2).roll(new long[] {-1, -2}, dims);
            same(g(net, x, k), back.reshape(ROWS, D, 2), "G of a glass that was moved");
        }
    }

    /** Bonds that a site does not touch are features as well: with a row's bonds replaced its rates are others. */
    @Test
    void everyBondIsSeenFromEverySite() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(4, Device.CPU);
                LeNet net = net(Readout.PLAIN)) {
            Tensor k = bonds(rng).narrow(0, 0, 1);
            Tensor x = rng.integers(2, 1, D);
            Tensor g = g(net, x, k);
            for (int b = 0; b < 2 * D; b++) {
                Tensor other = k.clone();
                other.view(-1).select(0, b).add_(Ops.scalar(0.1));
                double[] change =
                        Tensors.doubles(g(net, x, other).sub(g).abs().sum(-1).view(-1));
                for (int i = 0; i < D; i++) {
                    assertThat(change[i])
                            .as("change at site %d with bond %d", i, b)
                            .isGreaterThan(1e-8);
                }
            }
        }
    }

    /** The weights belong to offsets. */
    @Test
    void weightsServeEverySize() {
        try (LeNet small =
                        Networks.leglass(new Torus(3, 4), 2, 1, Readout.ENERGY).fresh(1, ScalarType.Float);
                LeNet large =
                        Networks.leglass(new Torus(9, 8), 2, 1, Readout.ENERGY).fresh(1, ScalarType.Float)) {
            assertThat(large.parameters().names()).isEqualTo(small.parameters().names());
            assertThat(large.parameters().count()).isEqualTo(small.parameters().count());
        }
    }

    @Test
    void refusesALatticeWithoutNeighboursAndAReachBeyondReason() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeGlass.Settings(new Torus(1, 4), 8, 1, 1))
                .withMessageContaining("2 x 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeGlass.Settings(TORUS, 8, 33, 1))
                .withMessageContaining("reach must be 0 to 32, not 33");
    }
}
