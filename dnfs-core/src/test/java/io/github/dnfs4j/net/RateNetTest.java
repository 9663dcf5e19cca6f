package io.github.dnfs4j.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.testkit.LocalEquivariance;
import io.github.dnfs4j.testkit.Pairwise;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tape;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** What every network owes the trainer beside local equivariance. */
class RateNetTest {
    private static final int ROWS = 5;

    /** A network with a random state, time and weights of a linear function of G. */
    private static final class Case implements AutoCloseable {
        private final Scope scope = Scope.open();
        private final Rng rng = Rng.seeded(7, Device.CPU);
        private final LeNet net;
        private final Tensor x;
        private final Tensor t;
        private final Tensor w;
        private final Pairwise target;

        Case(Networks shape, LeNet net) {
            this.net = net;
            int d = shape.space().sites();
            int s = shape.space().states();
            x = rng.integers(s, ROWS, d);
            t = rng.uniform(ROWS).to(net.parameters().values().scalar_type());
            w = rng.uniform(ROWS, d, s);
            target = Pairwise.random(shape.space(), 0.5, 1);
        }

        Tensor g(RateNet of) {
            return of.antisymmetric(x, t, LocalEquivariance.context(target, x));
        }

        Tensor sum(RateNet of) {
            return g(of).mul(w).sum();
        }

        @Override
        public void close() {
            net.close();
            rng.close();
            scope.close();
        }
    }

    private static Case random(Networks shape, ScalarType type) {
        return new Case(shape, shape.random(7, type));
    }

    /** The derivative of a random linear function of G by central differences, in fp64. */
    @Test
    void gradientsAreThoseOfFiniteDifferences() {
        for (Networks shape : Networks.all()) {
            try (Case c = new Case(shape, shape.fresh(7, ScalarType.Double))) {
                Tensor values = c.net.parameters().values();
                values.add_(Ops.times(c.rng.normal(values.numel()), 0.1));
                c.sum(c.net).backward();
                double[] gradient = Tensors.doubles(c.net.parameters().gradients());
                double largest = Arrays.stream(gradient).map(Math::abs).max().orElseThrow();
                assertThat(largest).isGreaterThan(1e-3);
                for (Map.Entry<String, Tensor> slice :
                        c.net.parameters().slices(values).entrySet()) {
                    Tensor flat = slice.getValue().view(-1);
                    int k = (int) (c.rng.uniform() * flat.numel());
                    double difference = difference(c, flat.narrow(0, k, 1));
                    assertThat(gradient[(int) (flat.storage_offset() + k)] / largest)
                            .as("%s[%d] of %s", slice.getKey(), k, shape)
                            .isCloseTo(difference / largest, within(1e-6));
                }
            }
        }
    }

    /** By the rules of the tape, in fp64: no network lets one of its tensors into two operations of ours. */
    @Test
    void gradientsByRulesAreThoseOfAutograd() {
        for (Networks shape : Networks.all()) {
            try (Case c = random(shape, ScalarType.Double)) {
                c.sum(c.net).backward();
                double[] gradient = Tensors.doubles(c.net.parameters().gradients());
                c.net.parameters().gradients().zero_();
                try (Tape tape = Tape.ofAll()) {
                    tape.backward(c.sum(c.net));
                }
                double largest = Arrays.stream(gradient).map(Math::abs).max().orElseThrow();
                assertThat(Tensors.doubles(c.net.parameters().gradients()))
                        .as("%s", shape)
                        .containsExactly(gradient, within(1e-10 * largest));
            }
        }
    }

    private static double difference(Case c, Tensor value) {
        double h = 1e-4;
        return Ops.withoutGradient(() -> {
            try (Scope scope = Scope.open()) {
                value.add_(Ops.scalar(h));
                double above = c.sum(c.net).item_double();
                value.add_(Ops.scalar(-2 * h));
                double below = c.sum(c.net).item_double();
                value.add_(Ops.scalar(h));
                return (above - below) / (2 * h);
            }
        });
    }

    /** Also as training finds the network: a part that starts without a gradient may never learn. */
    @Test
    void everyParameterGetsAGradient() {
        for (Networks shape : Networks.all()) {
            for (LeNet net : new LeNet[] {shape.fresh(8, ScalarType.Double), shape.random(8, ScalarType.Double)}) {
                try (Case c = new Case(shape, net)) {
                    c.g(net).relu().mul(c.w).sum().backward();
                    Map<String, Tensor> gradients = new TreeMap<>(
                            net.parameters().slices(net.parameters().gradients()));
                    // Without couplings there is no cavity, and the two keys of a single site lie at one distance.
                    boolean one = shape.space().sites() == 1;
                    gradients.keySet().removeIf(name -> name.startsWith("cavity") || one && name.equals("distance"));
                    gradients.forEach(
                            (name, gradient) -> assertThat(gradient.abs().max().item_double())
                                    .as("gradient of %s in %s", name, shape)
                                    .isFinite()
                                    .isGreaterThan(1e-12));
                }
            }
        }
    }

    @Test
    void aReplicaSharesTheValuesAndHasItsOwnGradients() {
        for (Networks shape : Networks.all()) {
            try (Case c = random(shape, ScalarType.Float);
                    RateNet replica = c.net.replica()) {
                double[] before = Tensors.doubles(c.g(c.net));
                assertThat(Tensors.doubles(c.g(replica))).containsExactly(before);
                c.sum(replica).backward();
                assertThat(Tensors.doubles(c.net.parameters().gradients())).containsOnly(0);
                double[] replicas = Tensors.doubles(replica.parameters().gradients());
                c.sum(c.net).backward();
                assertThat(Tensors.doubles(c.net.parameters().gradients())).containsExactly(replicas);
                assertThat(Tensors.doubles(replica.parameters().gradients())).containsExactly(replicas);

                c.net.parameters().values().mul_(Ops.scalar(1.1));
                assertThat(Tensors.doubles(c.g(replica)))
                        .containsExactly(Tensors.doubles(c.g(c.net)))
                        .isNotEqualTo(before);
            }
        }
    }

    /** The smallest part of a batch and the whole give the same. */
    @Test
    void rowsDoNotSeeEachOther() {
        for (Networks shape : Networks.all()) {
            try (Case c = random(shape, ScalarType.Double)) {
                Tensor all = c.g(c.net);
                double largest = all.abs().max().item_double();
                for (int row = 0; row < ROWS; row++) {
                    Tensor x = c.x.narrow(0, row, 1);
                    Context context = LocalEquivariance.context(c.target, x);
                    Tensor one = c.net.antisymmetric(x, c.t.narrow(0, row, 1), context);
                    assertThat(one.sub(all.narrow(0, row, 1)).abs().max().item_double())
                            .as("row %d of %s", row, shape)
                            .isLessThan(1e-11 * largest);
                }
            }
        }
    }

    @Test
    void onlyTheEnergyReadoutSeesTheFeatures() {
        for (Networks shape : Networks.all()) {
            try (Case c = random(shape, ScalarType.Float)) {
                Tensor features = LocalEquivariance.context(c.target, c.x).features();
                double[] once = Tensors.doubles(c.net.antisymmetric(c.x, c.t, new Context(features)));
                double[] twice = Tensors.doubles(c.net.antisymmetric(c.x, c.t, new Context(Ops.times(features, 2))));
                assertThat(Arrays.equals(once, twice)).as("%s", shape).isEqualTo(shape.readout() == Readout.PLAIN);
            }
        }
    }

    @Test
    void sameSeedSameNetwork() {
        for (Networks shape : Networks.all()) {
            try (LeNet a = shape.fresh(1, ScalarType.Float);
                    LeNet b = shape.fresh(1, ScalarType.Float);
                    LeNet other = shape.fresh(2, ScalarType.Float)) {
                double[] values = Tensors.doubles(a.parameters().values());
                assertThat(Tensors.doubles(b.parameters().values())).containsExactly(values);
                assertThat(Tensors.doubles(other.parameters().values())).isNotEqualTo(values);
            }
        }
    }
}
