package io.github.dnfs4j.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.testkit.LocalEquivariance;
import io.github.dnfs4j.testkit.Pairwise;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** The property, for every network; and that a network without it does not pass. */
class LocalEquivarianceTest {
    private static final double ROUNDING = 1e-11;

    @Test
    void everyNetworkIsLocallyEquivariantToRounding() {
        long seed = 1;
        for (Networks shape : Networks.all()) {
            try (LeNet net = shape.random(seed++, ScalarType.Double)) {
                LocalEquivariance.check(net, shape.space(), seed, ROUNDING);
            }
        }
    }

    @Test
    void andInSinglePrecisionAsItStartsOut() {
        long seed = 50;
        for (Networks shape : Networks.all()) {
            try (LeNet net = shape.fresh(seed++, ScalarType.Float)) {
                LocalEquivariance.check(net, shape.space(), seed);
            }
        }
    }

    /** Stronger than local equivariance for S > 2, and what depth puts at risk. */
    @Test
    void hiddenStatesDoNotKnowTheirSite() {
        long seed = 100;
        for (Networks shape : Networks.all()) {
            try (LeNet net = shape.random(seed++, ScalarType.Double)) {
                Hollowness.check(net, shape.space(), seed, ROUNDING);
            }
        }
    }

    @Test
    void everySiteSeesAllOthersAndTheTime() {
        long seed = 150;
        for (Networks shape : Networks.all()) {
            try (LeNet net = shape.perturbed(seed++, ScalarType.Double)) {
                LocalEquivariance.checkSight(net, shape.space(), seed);
            }
        }
    }

    @Test
    void leakingNetworksFail() {
        long seed = 200;
        for (Networks shape : Networks.all()) {
            try (LeNet net = shape.random(seed++, ScalarType.Double)) {
                for (Leaks leak : Leaks.values()) {
                    // One site has no other to learn from; the plain readout sees no features.
                    boolean alone = shape.space().sites() == 1;
                    boolean harmless = leak == Leaks.CONSTANT
                            || leak == Leaks.FAVOURITE
                            || (alone && (leak == Leaks.TOKENS || leak == Leaks.LAYERS))
                            || (leak == Leaks.FEATURES && shape.readout() == Readout.PLAIN);
                    if (!harmless) {
                        long at = seed;
                        assertThatThrownBy(() -> LocalEquivariance.check(leak.of(net), shape.space(), at, 1e-6))
                                .as("%s in %s", leak, shape)
                                .isInstanceOf(AssertionError.class)
                                .hasMessageContaining("site");
                    }
                }
            }
        }
    }

    /** A second layer over the hidden states of all sites brings x_i back through the others. */
    @Test
    void aStackOfHollowLayersFails() {
        for (Networks shape : Networks.all()) {
            if (shape.space().sites() > 1) {
                try (LeNet net = shape.random(7, ScalarType.Double);
                        LeNet stacked = Leaks.stacked(net)) {
                    assertThatThrownBy(() -> Hollowness.check(stacked, shape.space(), 7, 1e-6))
                            .as("%s", shape)
                            .isInstanceOf(AssertionError.class);
                }
            }
        }
    }

    @Test
    void aBlindNetworkFails() {
        Networks shape = Networks.letf(3, 3, 2, 1, false, Readout.ENERGY);
        try (LeNet net = shape.random(5, ScalarType.Float)) {
            RateNet blind = Leaks.CONSTANT.of(net);
            LocalEquivariance.check(blind, shape.space(), 5);
            assertThatThrownBy(() -> LocalEquivariance.checkSight(blind, shape.space(), 5))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("change at site 0 with site 1");
        }
    }

    @Test
    void bf16StaysNearFp32AndLocallyEquivariant() {
        for (Networks shape : Networks.all()) {
            int s = shape.space().states();
            int d = shape.space().sites();
            try (LeNet net = shape.fresh(6, ScalarType.Float);
                    Scope scope = Scope.open();
                    Rng rng = Rng.seeded(6, Device.CPU)) {
                Tensor x = rng.integers(s, 32, d);
                Tensor t = rng.uniform(32).to(ScalarType.Float);
                Context context = LocalEquivariance.context(Pairwise.random(shape.space(), 0.3, 6), x);
                double[] exact = Tensors.doubles(net.antisymmetric(x, t, context));
                try (Precision.Autocast autocast = Precision.BF16.autocast(Device.CPU)) {
                    double[] rounded = Tensors.doubles(net.antisymmetric(x, t, context));
                    assertThat(relativeError(rounded, exact)).as("%s", shape).isBetween(1e-6, 0.05);
                    LocalEquivariance.check(net, shape.space(), 6, 0.03);
                }
                assertThat(Tensors.doubles(net.antisymmetric(x, t, context))).containsExactly(exact);
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
