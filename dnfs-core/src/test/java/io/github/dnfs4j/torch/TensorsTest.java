package io.github.dnfs4j.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class TensorsTest {
    @Test
    void arraysComeBackAsTheyWent() {
        double[] doubles = {0, -0.0, 1.0 / 3, Double.MAX_VALUE, Double.MIN_VALUE, Double.NEGATIVE_INFINITY};
        float[] floats = {0, -0f, 1f / 3, Float.MAX_VALUE, Float.MIN_VALUE, Float.POSITIVE_INFINITY};
        long[] longs = {0, -1, 1L << 53 | 1, Long.MAX_VALUE, Long.MIN_VALUE, 7};
        byte[] bytes = {0, 1, 127, -128, -1, 5};
        try (Scope scope = Scope.open()) {
            assertThat(Tensors.doubles(Tensors.of(doubles, Device.CPU, 2, 3))).containsExactly(doubles);
            assertThat(Tensors.floats(Tensors.of(floats, Device.CPU, 6))).containsExactly(floats);
            assertThat(Tensors.longs(Tensors.of(longs, Device.CPU, 1, 6, 1))).containsExactly(longs);
            assertThat(Tensors.bytes(Tensors.of(bytes, Device.CPU, 3, 2))).containsExactly(bytes);
            assertThat(Tensors.doubles(Tensors.of(new double[] {Double.NaN}, Device.CPU, 1)))
                    .containsExactly(Double.NaN);
        }
    }

    @Test
    void typesAndShapesAreThoseAskedFor() {
        try (Scope scope = Scope.open()) {
            Tensor t = Tensors.of(new float[6], Device.CPU, 2, 3);
            assertThat(Tensors.shape(t)).containsExactly(2, 3);
            assertThat(t.scalar_type().intern()).isEqualTo(ScalarType.Float);
            assertThat(Tensors.device(t)).isEqualTo(Device.CPU);
            assertThat(Tensors.of(new double[1], Device.CPU, 1).scalar_type().intern())
                    .isEqualTo(ScalarType.Double);
            assertThat(Tensors.of(new long[1], Device.CPU, 1).scalar_type().intern())
                    .isEqualTo(ScalarType.Long);
            assertThat(Tensors.of(new byte[1], Device.CPU, 1).scalar_type().intern())
                    .isEqualTo(ScalarType.Byte);
            assertThat(Tensors.longs(Tensors.range(4, Device.CPU))).containsExactly(0, 1, 2, 3);
            assertThat(Tensors.doubles(Tensors.full(0.1, Device.CPU, 2))).containsExactly(0.1, 0.1);
            assertThat(Tensors.longs(Tensors.zeros(ScalarType.Long, Device.CPU, 2)))
                    .containsExactly(0, 0);
            Tensor scalar = Tensors.of(new double[] {4}, Device.CPU);
            assertThat(Tensors.shape(scalar)).isEmpty();
            assertThat(Tensors.doubles(scalar)).containsExactly(4);
        }
    }

    /** Bytes are unsigned: a state of 200 must not come back as -56. */
    @Test
    void readingConvertsTheType() {
        try (Scope scope = Scope.open()) {
            Tensor t = Tensors.of(new byte[] {(byte) 200, 3}, Device.CPU, 2);
            assertThat(Tensors.longs(t)).containsExactly(200, 3);
            assertThat(Tensors.doubles(t)).containsExactly(200, 3);
            assertThat(Tensors.floats(t)).containsExactly(200, 3);
            assertThat(Tensors.bytes(t.to(ScalarType.Long))).containsExactly((byte) 200, (byte) 3);
            assertThat(Tensors.longs(Tensors.of(new double[] {2, 5}, Device.CPU, 2)))
                    .containsExactly(2, 5);
        }
    }

    @Test
    void viewsAreReadInTheirOwnOrder() {
        try (Scope scope = Scope.open()) {
            Tensor t = Tensors.of(new long[] {0, 1, 2, 3, 4, 5}, Device.CPU, 2, 3);
            assertThat(Tensors.longs(t.transpose(0, 1))).containsExactly(0, 3, 1, 4, 2, 5);
            assertThat(Tensors.longs(t.select(1, 2))).containsExactly(2, 5);
            assertThat(Tensors.longs(t.select(0, 1).expand(2, 3))).containsExactly(3, 4, 5, 3, 4, 5);
            Tensor leaf = Tensors.of(new double[] {1, 2}, Device.CPU, 2).set_requires_grad(true);
            assertThat(Tensors.doubles(Ops.times(leaf, 2))).containsExactly(2, 4);
        }
    }

    @Test
    void nothingIsAlsoATensor() {
        try (Scope scope = Scope.open()) {
            Tensor t = Tensors.of(new double[0], Device.CPU, 0, 3);
            assertThat(Tensors.shape(t)).containsExactly(0, 3);
            assertThat(Tensors.doubles(t)).isEmpty();
            assertThat(Tensors.floats(Tensors.of(new float[0], Device.CPU, 0))).isEmpty();
            assertThat(Tensors.longs(Tensors.of(new long[0], Device.CPU, 2, 0))).isEmpty();
            assertThat(Tensors.bytes(Tensors.of(new byte[0], Device.CPU, 0))).isEmpty();
        }
    }

    @Test
    void aTensorIsACopy() {
        double[] values = {1, 2};
        try (Scope scope = Scope.open()) {
            Tensor t = Tensors.of(values, Device.CPU, 2);
            values[0] = 9;
            assertThat(Tensors.doubles(t)).containsExactly(1, 2);
            double[] read = Tensors.doubles(t);
            t.zero_();
            assertThat(read).containsExactly(1, 2);
        }
    }

    @Test
    void theCountMustFitTheShape() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tensors.of(new double[4], Device.CPU, 2, 3))
                .withMessage("4 values for 6 places");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tensors.of(new long[7], Device.CPU, 2, 3))
                .withMessage("7 values for 6 places");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tensors.of(new byte[0], Device.CPU, 1))
                .withMessage("0 values for 1 places");
    }

    @Test
    void aTensorMadeOutsideOfAllScopesIsTheCallers() {
        Tensor t = Tensors.of(new double[] {1}, Device.CPU, 1);
        assertThat(Tensors.doubles(t)).containsExactly(1);
        t.close();
        assertThat(t.isNull()).isTrue();
    }
}
