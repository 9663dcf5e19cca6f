package io.github.dnfs4j.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.target.Pairwise;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class LocalEquivarianceTest {

    /** Every size, number of states, sharing and readout, with one or two heads and layers. */
    private static List<LeTransformer.Settings> shapes() {
        List<LeTransformer.Settings> shapes = new ArrayList<>();
        for (int d : new int[] {1, 2, 3, 7, 16}) {
            for (int s : new int[] {2, 3, 5}) {
                for (boolean shared : new boolean[] {false, true}) {
                    for (Readout readout : Readout.values()) {
                        int k = shapes.size();
                        shapes.add(new LeTransformer.Settings(d, s, 8, 1 + k % 2, 1 + k / 3 % 2, shared, readout));
                    }
                }
            }
        }
        return shapes;
    }

    /** Random weights, the biases among them, which start at zero. */
    static LeTransformer random(LeTransformer.Settings settings, long seed) {
        return random(settings, seed, ScalarType.Float);
    }

    private static LeTransformer random(LeTransformer.Settings settings, long seed, ScalarType type) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(seed, Device.CPU)) {
            LeTransformer net = new LeTransformer(settings, rng, type);
            Tensor noise = rng.normal(net.parameters().count());
            net.parameters().values().add_(Ops.times(noise, 0.3));
            return net;
        }
    }

    private static StateSpace space(LeTransformer.Settings s) {
        return new StateSpace(s.sites(), s.states());
    }

    @Test
    void leTransformerIsLocallyEquivariant() {
        long seed = 1;
        for (LeTransformer.Settings settings : shapes()) {
            try (RateNet net = random(settings, seed++)) {
                LocalEquivariance.check(net, space(settings), seed);
            }
        }
    }

    @Test
    void everySiteSeesAllOthersAndTheTime() {
        long seed = 100;
        for (LeTransformer.Settings settings : shapes()) {
            try (RateNet net = random(settings, seed++, ScalarType.Double)) {
                LocalEquivariance.checkSight(net, space(settings), seed);
            }
        }
    }

    /** Stronger than local equivariance for S > 2: G(tau) - G(sigma) at site i is the same whatever x_i is. */
    @Test
    void valuesBehindTheDifferencesAreHollow() {
        for (Readout readout : Readout.values()) {
            LeTransformer.Settings settings = new LeTransformer.Settings(5, 4, 8, 2, 2, false, readout);
            try (Scope scope = Scope.open();
                    RateNet net = random(settings, 3);
                    Rng rng = Rng.seeded(3, Device.CPU)) {
                Tensor x = rng.integers(4, 1, 5).repeat(4, 1);
                x.select(1, 2).copy_(Tensors.range(4, Device.CPU));
                Context context = LocalEquivariance.context(Pairwise.random(space(settings), 1, 3), x);
                Tensor t = Tensors.full(0.3, Device.CPU, 4).to(ScalarType.Float);
                Tensor g = net.antisymmetric(x, t, context).select(1, 2);
                double largest = g.abs().max().item_double();
                Tensor centred = Ops.centre(g);
                assertThat(centred.sub(centred.narrow(0, 0, 1)).abs().max().item_double())
                        .isLessThan(1e-5 * largest);
            }
        }
    }

    @Test
    void leakingNetworksFail() {
        long seed = 200;
        for (LeTransformer.Settings settings : shapes()) {
            try (RateNet net = random(settings, seed++)) {
                for (Leaks leak : Leaks.values()) {
                    // One site has no other to roll to; the plain readout sees no features.
                    boolean harmless = leak == Leaks.CONSTANT
                            || (leak == Leaks.TOKENS && settings.sites() == 1)
                            || (leak == Leaks.FEATURES && settings.readout() == Readout.PLAIN);
                    if (!harmless) {
                        long at = seed;
                        assertThatThrownBy(() -> LocalEquivariance.check(leak.of(net), space(settings), at))
                                .as("%s in %s", leak, settings)
                                .isInstanceOf(AssertionError.class)
                                .hasMessageContaining("site");
                    }
                }
            }
        }
    }

    @Test
    void aBlindNetworkFails() {
        LeTransformer.Settings settings = new LeTransformer.Settings(3, 3, 8, 2, 1, false, Readout.ENERGY);
        try (RateNet net = random(settings, 5)) {
            RateNet blind = Leaks.CONSTANT.of(net);
            LocalEquivariance.check(blind, space(settings), 5);
            assertThatThrownBy(() -> LocalEquivariance.checkSight(blind, space(settings), 5))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("change at site 0 with site 1");
        }
    }

    @Test
    void bf16StaysNearFp32AndLocallyEquivariant() {
        for (Readout readout : Readout.values()) {
            for (int s : new int[] {2, 3}) {
                LeTransformer.Settings settings = new LeTransformer.Settings(9, s, 32, 4, 2, false, readout);
                try (RateNet net = random(settings, 6);
                        Scope scope = Scope.open();
                        Rng rng = Rng.seeded(6, Device.CPU)) {
                    Tensor x = rng.integers(s, 32, 9);
                    Tensor t = rng.uniform(32).to(ScalarType.Float);
                    Context context = LocalEquivariance.context(Pairwise.random(space(settings), 0.3, 6), x);
                    double[] exact = Tensors.doubles(net.antisymmetric(x, t, context));
                    try (Precision.Autocast autocast = Precision.BF16.autocast(Device.CPU)) {
                        double[] rounded = Tensors.doubles(net.antisymmetric(x, t, context));
                        double error = relativeError(rounded, exact);
                        assertThat(error).isBetween(1e-5, 0.05);
                        LocalEquivariance.check(net, space(settings), 6, 0.03);
                    }
                    assertThat(Tensors.doubles(net.antisymmetric(x, t, context)))
                            .containsExactly(exact);
                }
            }
        }
    }

    private static double relativeError(double[] a, double[] b) {
        double error = 0;
        for (int k = 0; k < a.length; k++) {
            error += Math.pow(a[k] - b[k], 2);
        }
        return Math.sqrt(error / Arrays.stream(b).map(v -> v * v).sum());
    }
}
