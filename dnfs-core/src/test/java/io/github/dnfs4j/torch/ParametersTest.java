package io.github.dnfs4j.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class ParametersTest {
    private static Parameters build(ScalarType type) {
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            return new Parameters.Builder()
                    .add("a", 1, 2, 3)
                    .add("b", 0, 4)
                    .add("c", 1)
                    .build(rng, type);
        }
    }

    /** What the slices of a flat tensor hold, one after the other. */
    private static double[] together(Parameters p, Tensor flat) {
        return p.slices(flat).values().stream()
                .flatMapToDouble(slice -> Arrays.stream(Tensors.doubles(slice)))
                .toArray();
    }

    /** {@code sum over parameters of k p_k}, k = 1, 2, .. in the flat tensor, which is its gradient. */
    private static void backward(Parameters p) {
        try (Scope scope = Scope.open()) {
            Tensor w = Ops.plus(Tensors.range(p.values().numel(), Device.CPU), 1)
                    .to(p.values().scalar_type());
            var weights = p.slices(w);
            Tensor a = p.get("a").mul(weights.get("a")).sum();
            Tensor b = p.get("b").mul(weights.get("b")).sum();
            Tensor c = p.get("c").mul(weights.get("c")).sum();
            a.add(b).add(c).backward();
        }
    }

    @Test
    void slicesAreViewsOfTheFlatTensor() {
        for (ScalarType type : new ScalarType[] {ScalarType.Float, ScalarType.Double}) {
            try (Scope scope = Scope.open();
                    Parameters p = build(type)) {
                assertThat(p.count()).isEqualTo(11);
                assertThat(p.values().scalar_type().intern()).isEqualTo(type);
                assertThat(Tensors.shape(p.get("a"))).containsExactly(2, 3);
                assertThat(Tensors.shape(p.get("c"))).isEmpty();
                p.values().copy_(Tensors.range(24, Device.CPU));
                assertThat(Tensors.doubles(p.get("a"))).containsExactly(0, 1, 2, 3, 4, 5);
                assertThat(Tensors.doubles(p.get("b"))).containsExactly(8, 9, 10, 11);
                assertThat(Tensors.doubles(p.get("c"))).containsExactly(16);
                Ops.withoutGradient(() -> p.get("b").zero_());
                assertThat(together(p, p.values())).containsExactly(0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 16);
            }
        }
    }

    @Test
    void startValuesHaveTheirDeviation() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(2, Device.CPU);
                Parameters p = new Parameters.Builder()
                        .add("wide", 3, 100, 100)
                        .add("zero", 0, 5)
                        .build(rng, ScalarType.Float)) {
            assertThat(p.get("wide").square().mean().item_double()).isCloseTo(9, within(0.5));
            assertThat(p.get("zero").abs().max().item_double()).isZero();
            assertThat(p.values().requires_grad()).isFalse();
            assertThat(p.get("wide").requires_grad()).isTrue();
            assertThat(p.get("wide").is_leaf()).isTrue();
        }
    }

    @Test
    void gradientsAccumulateInTheFlatTensor() {
        double[] once = {1, 2, 3, 4, 5, 6, 0, 0, 9, 10, 11, 12, 0, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0, 0};
        try (Scope scope = Scope.open();
                Parameters p = build(ScalarType.Float)) {
            long address = p.gradients().data_ptr().address();
            for (int round = 0; round < 3; round++) {
                p.gradients().zero_();
                backward(p);
                assertThat(Tensors.doubles(p.gradients())).containsExactly(once);
                backward(p);
                assertThat(Tensors.doubles(Ops.times(p.gradients(), 0.5))).containsExactly(once);
            }
            assertThat(p.gradients().data_ptr().address()).isEqualTo(address);
            assertThat(p.get("a").grad().data_ptr().address()).isEqualTo(address);
            assertThat(p.get("b").grad().data_ptr().address()).isEqualTo(address + 8 * Float.BYTES);
        }
    }

    @Test
    void aReplicaSharesValuesNotGradients() {
        try (Scope scope = Scope.open();
                Parameters p = build(ScalarType.Float)) {
            try (Parameters replica = p.replica()) {
                backward(replica);
                assertThat(Tensors.doubles(p.gradients())).containsOnly(0);
                assertThat(Tensors.doubles(replica.gradients())).startsWith(1, 2, 3);
                p.values().zero_();
                assertThat(Tensors.doubles(replica.get("a"))).containsOnly(0);
            }
            backward(p);
            assertThat(Tensors.doubles(p.values())).containsOnly(0);
            assertThat(Tensors.doubles(p.gradients())).startsWith(1, 2, 3);
        }
    }

    @Test
    void aReplicaOutlivesTheOriginal() {
        Parameters p = build(ScalarType.Float);
        double[] values = Tensors.doubles(p.values());
        try (Parameters replica = p.replica()) {
            p.close();
            assertThat(Tensors.doubles(replica.values())).containsExactly(values);
            backward(replica);
        }
        assertThat(p.values().isNull()).isTrue();
        assertThat(p.gradients().isNull()).isTrue();
    }

    @Test
    void closingFreesEverySlice() {
        Parameters p = build(ScalarType.Double);
        Tensor a = p.get("a");
        p.close();
        assertThat(a.isNull()).isTrue();
        assertThat(p.values().isNull()).isTrue();
        assertThat(p.gradients().isNull()).isTrue();
    }

    @Test
    void slicesOfAnotherTensorHaveTheSameLayout() {
        try (Scope scope = Scope.open();
                Parameters p = build(ScalarType.Float)) {
            var slices = p.slices(Tensors.range(24, Device.CPU));
            assertThat(slices.keySet()).containsExactly("a", "b", "c");
            assertThat(Tensors.longs(slices.get("b"))).containsExactly(8, 9, 10, 11);
            assertThat(Tensors.shape(slices.get("a"))).containsExactly(2, 3);
        }
    }

    @Test
    void namesAreUniqueAndKnown() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Parameters.Builder().add("a", 1, 2).add("a", 1, 3))
                .withMessage("parameter 'a' twice");
        try (Parameters p = build(ScalarType.Float)) {
            assertThatIllegalArgumentException().isThrownBy(() -> p.get("d")).withMessage("no parameter 'd'");
        }
    }

    /** Weights rounded for a pass are the rounded weights, and their gradients arrive where those of the slices do. */
    @Test
    void roundedWeightsShareTheGradients() {
        try (Rng rng = Rng.seeded(1, Device.CPU);
                Parameters p = new Parameters.Builder()
                        .add("a", 1, 2, 3)
                        .add("b", 1, 4)
                        .add("unused", 1, 2)
                        .build(rng, ScalarType.Float);
                Scope scope = Scope.open()) {
            Parameters.ByName half = p.as(ScalarType.BFloat16);
            assertThat(Tensors.doubles(half.get("b")))
                    .containsExactly(Tensors.doubles(p.get("b").to(ScalarType.BFloat16)));
            assertThat(Tensors.shape(half.get("a"))).containsExactly(2, 3);
            Tensor sum = half.get("a").sum().add(Ops.times(half.get("b").sum(), 2));
            sum.to(ScalarType.Float).add(Ops.times(p.get("b").sum(), 4)).backward();
            assertThat(together(p, p.gradients())).containsExactly(1, 1, 1, 1, 1, 1, 6, 6, 6, 6, 0, 0);
            for (String name : new String[] {"a", "b", "unused"}) {
                assertThat(half.get(name).data_ptr().address() % 16).as(name).isZero();
            }
            assertThat(p.as(ScalarType.Float).get("a")).isSameAs(p.get("a"));
        }
    }
}
