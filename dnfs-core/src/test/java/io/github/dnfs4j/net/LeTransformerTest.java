package io.github.dnfs4j.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.target.Pairwise;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class LeTransformerTest {
    private static final StateSpace SPACE = new StateSpace(4, 3);
    private static final Pairwise TARGET = Pairwise.random(SPACE, 0.5, 1);

    private static LeTransformer.Settings settings(boolean shared, Readout readout) {
        return new LeTransformer.Settings(4, 3, 6, 2, 2, shared, readout);
    }

    private static Tensor g(RateNet net, Tensor x, Tensor t) {
        return net.antisymmetric(x, t, LocalEquivariance.context(TARGET, x));
    }

    /** The derivative of a random linear function of G by central differences, in fp64. */
    @Test
    void gradientsAreThoseOfFiniteDifferences() {
        for (Readout readout : Readout.values()) {
            for (boolean shared : new boolean[] {false, true}) {
                try (Scope scope = Scope.open();
                        Rng rng = Rng.seeded(7, Device.CPU);
                        RateNet net = new LeTransformer(settings(shared, readout), rng, ScalarType.Double)) {
                    Tensor x = rng.integers(3, 5, 4);
                    Tensor t = rng.uniform(5);
                    Tensor w = rng.uniform(5, 4, 3);
                    Tensor values = net.parameters().values();
                    values.add_(Ops.times(rng.normal(net.parameters().count()), 0.1));
                    g(net, x, t).mul(w).sum().backward();
                    double[] gradient = Tensors.doubles(net.parameters().gradients());
                    double largest = net.parameters().gradients().abs().max().item_double();
                    assertThat(largest).isGreaterThan(1e-3);
                    for (Map.Entry<String, Tensor> slice :
                            net.parameters().slices(values).entrySet()) {
                        Tensor flat = slice.getValue().view(-1);
                        for (int tries = 0; tries < 3; tries++) {
                            int k = (int) (rng.uniform() * flat.numel());
                            double difference = difference(net, flat.narrow(0, k, 1), x, t, w);
                            int at = (int) (flat.storage_offset() + k);
                            assertThat(gradient[at] / largest)
                                    .as("%s[%d], %s", slice.getKey(), k, readout)
                                    .isCloseTo(difference / largest, within(1e-6));
                        }
                    }
                }
            }
        }
    }

    private static double difference(RateNet net, Tensor value, Tensor x, Tensor t, Tensor w) {
        double h = 1e-4;
        return Ops.withoutGradient(() -> {
            try (Scope scope = Scope.open()) {
                value.add_(Ops.scalar(h));
                double above = g(net, x, t).mul(w).sum().item_double();
                value.add_(Ops.scalar(-2 * h));
                double below = g(net, x, t).mul(w).sum().item_double();
                value.add_(Ops.scalar(h));
                return (above - below) / (2 * h);
            }
        });
    }

    @Test
    void aReplicaSharesTheValuesAndHasItsOwnGradients() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(8, Device.CPU);
                RateNet net = LocalEquivarianceTest.random(settings(false, Readout.ENERGY), 8)) {
            Tensor x = rng.integers(3, 5, 4);
            Tensor t = rng.uniform(5).to(ScalarType.Float);
            double[] before = Tensors.doubles(g(net, x, t));
            try (RateNet replica = net.replica()) {
                assertThat(Tensors.doubles(g(replica, x, t))).containsExactly(before);
                g(replica, x, t).relu().sum().backward();
                assertThat(Tensors.doubles(net.parameters().gradients())).containsOnly(0);
                double[] replicas = Tensors.doubles(replica.parameters().gradients());
                g(net, x, t).relu().sum().backward();
                assertThat(Tensors.doubles(net.parameters().gradients())).containsExactly(replicas);
                assertThat(Tensors.doubles(replica.parameters().gradients())).containsExactly(replicas);

                net.parameters().values().mul_(Ops.scalar(1.1));
                assertThat(Tensors.doubles(g(replica, x, t)))
                        .containsExactly(Tensors.doubles(g(net, x, t)))
                        .isNotEqualTo(before);
                net.parameters().values().div_(Ops.scalar(1.1));
            }
            assertThat(Tensors.doubles(g(net, x, t))).containsExactly(before, within(1e-5));
        }
    }

    /** The smallest part of a batch and the whole give the same: rows do not see each other. */
    @Test
    void rowsDoNotSeeEachOther() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(9, Device.CPU);
                RateNet net = LocalEquivarianceTest.random(settings(true, Readout.ENERGY), 9)) {
            Tensor x = rng.integers(3, 5, 4);
            Tensor t = rng.uniform(5).to(ScalarType.Float);
            Tensor all = g(net, x, t);
            for (int row = 0; row < 5; row++) {
                Tensor one = g(net, x.narrow(0, row, 1), t.narrow(0, row, 1));
                assertThat(Tensors.doubles(one)).containsExactly(Tensors.doubles(all.select(0, row)), within(1e-5));
            }
        }
    }

    @Test
    void onlyTheEnergyReadoutSeesTheFeatures() {
        for (Readout readout : Readout.values()) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(10, Device.CPU);
                    RateNet net = LocalEquivarianceTest.random(settings(false, readout), 10)) {
                Tensor x = rng.integers(3, 5, 4);
                Tensor t = rng.uniform(5).to(ScalarType.Float);
                Tensor c = LocalEquivariance.context(TARGET, x).features();
                double[] once = Tensors.doubles(net.antisymmetric(x, t, new Context(c)));
                double[] twice = Tensors.doubles(net.antisymmetric(x, t, new Context(Ops.times(c, 2))));
                assertThat(Arrays.equals(once, twice)).isEqualTo(readout == Readout.PLAIN);
            }
        }
    }

    @Test
    void sharingTheDirectionsSavesTheirWeights() {
        try (RateNet two = LocalEquivarianceTest.random(settings(false, Readout.PLAIN), 1);
                RateNet one = LocalEquivarianceTest.random(settings(true, Readout.PLAIN), 1)) {
            // 12 h^2 + 4 h a block, 3 h^2 for the readout's queries, keys and values.
            long h = 6;
            long saved = 2 * (12 * h * h + 4 * h) + 3 * h * h;
            assertThat(two.parameters().count() - one.parameters().count()).isEqualTo(saved);
        }
    }

    @Test
    void sameSeedSameNetwork() {
        try (RateNet a = LocalEquivarianceTest.random(settings(false, Readout.ENERGY), 1);
                RateNet b = LocalEquivarianceTest.random(settings(false, Readout.ENERGY), 1);
                RateNet other = LocalEquivarianceTest.random(settings(false, Readout.ENERGY), 2)) {
            double[] values = Tensors.doubles(a.parameters().values());
            assertThat(Tensors.doubles(b.parameters().values())).containsExactly(values);
            assertThat(Tensors.doubles(other.parameters().values())).isNotEqualTo(values);
        }
    }

    @Test
    void shapesThatCannotBeBuiltAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeTransformer.Settings(4, 2, 10, 4, 1, false, Readout.PLAIN))
                .withMessage("hidden (10) must be divisible by heads (4)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeTransformer.Settings(4, 2, 8, 0, 1, false, Readout.PLAIN))
                .withMessageContaining("at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeTransformer.Settings(4, 2, 8, 2, 0, false, Readout.PLAIN))
                .withMessageContaining("at least 1");
        assertThat(Readout.parse("energy")).isEqualTo(Readout.ENERGY);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Readout.parse("both"))
                .withMessage("unknown readout 'both'; possible: energy, plain");
    }
}
