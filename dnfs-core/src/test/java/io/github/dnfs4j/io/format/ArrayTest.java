package io.github.dnfs4j.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class ArrayTest {
    @Test
    void valuesComeBackBitForBit() {
        float[] floats = {1f, -0f, Float.NaN, Float.NEGATIVE_INFINITY, Float.MIN_VALUE, 3.25f};
        double[] doubles = {Math.PI, -0d, Double.NaN};
        long[] longs = {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE};
        assertThat(Array.of(floats, 2, 3).floats()).isEqualTo(floats);
        assertThat(Array.ofDoubles(doubles, 3).doubles()).isEqualTo(doubles);
        assertThat(Array.ofLongs(longs, 2, 2, 1).longs()).isEqualTo(longs);
        assertThat(Array.ofBytes(new byte[] {1, -1}, 2).bytes()).containsExactly(1, -1);
        assertThat(Array.ofBytes(new byte[] {1, -1}, 2).dtype()).isEqualTo(DType.U8);
    }

    @Test
    void bfloat16IsTheNearestAndTiesGoToEven() {
        float ulp = 1f / 128; // of bfloat16 at 1
        float[] values = {
            1,
            1 + ulp / 2,
            1 + 1.5f * ulp,
            1 + 0.49f * ulp,
            1 + 0.51f * ulp,
            -3.25f,
            0,
            -0f,
            0x1.fffffep0f,
            -1 - ulp / 2,
            0x1p-130f,
            -2.5f
        };
        float[] nearest = {1, 1, 1 + 2 * ulp, 1, 1 + ulp, -3.25f, 0, -0f, 2, -1, 0x1p-130f, -2.5f};
        Array rounded = Array.of(values, 3, 4).rounded();
        assertThat(rounded.dtype()).isEqualTo(DType.BF16);
        assertThat(rounded.shape()).containsExactly(3, 4);
        assertThat(rounded.floats()).isEqualTo(nearest);
        float[] odd = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};
        assertThat(Array.of(odd, 3).rounded().floats()).isEqualTo(odd);
        assertThat(Array.of(new float[] {Float.MAX_VALUE}, 1).rounded().floats())
                .containsExactly(Float.POSITIVE_INFINITY);
    }

    @Test
    void dataIsLittleEndianWhateverTheBufferSays() {
        assertThat(Array.of(new float[] {1f}).bytes()).containsExactly(0, 0, 0x80, 0x3f);
        ByteBuffer big =
                ByteBuffer.wrap(new byte[] {9, 1, 0, 0, 0, 0, 0, 0, 0, 9}).order(ByteOrder.BIG_ENDIAN);
        Array one = new Array(DType.I64, new long[] {1}, big.position(1).limit(9));
        assertThat(one.longs()).containsExactly(1);
    }

    @Test
    void viewsDoNotMoveTheArray() {
        Array array = Array.ofLongs(new long[] {7, 8}, 2);
        array.data().getLong();
        array.shape()[0] = 5;
        assertThat(array.data().remaining()).isEqualTo(16);
        assertThat(array.shape()).containsExactly(2);
    }

    @Test
    void equalityIsOfContents() {
        Array array = Array.of(new float[] {1, 2}, 2);
        assertThat(array).isEqualTo(Array.of(new float[] {1, 2}, 2)).hasSameHashCodeAs(Array.of(new float[] {1, 2}, 2));
        assertThat(array).isNotEqualTo(Array.of(new float[] {1, 2}, 1, 2));
        assertThat(array).isNotEqualTo(Array.of(new float[] {1, 3}, 2));
        assertThat(array).isNotEqualTo(Array.ofRaw(DType.I32, array.bytes(), 2));
        assertThat(array).hasToString("F32[2]");
    }

    @Test
    void shapesThatDoNotFitAreRefused() {
        float[] four = new float[4];
        for (long[] shape : new long[][] {{}, {3}, {2, 3}, {-2, -2}, {1L << 62, 4}, {1L << 32, 1L << 32, 1L << 32}}) {
            assertThatIllegalArgumentException().isThrownBy(() -> Array.of(four, shape));
        }
        // 4 * 2^32 * 2^32 is 2^66, whose low 64 bits are 0: the length of an empty array.
        assertThatIllegalArgumentException().isThrownBy(() -> Array.of(new float[0], 1L << 32, 1L << 32));
    }

    @Test
    void theWrongTypeIsNotReinterpreted() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Array.ofDoubles(new double[1], 1).floats())
                .withMessageContaining("F64");
        assertThatIllegalStateException()
                .isThrownBy(() -> Array.of(new float[1], 1).doubles());
        assertThatIllegalStateException()
                .isThrownBy(() -> Array.ofDoubles(new double[1], 1).longs());
    }

    @Test
    void everyTypeIsFoundByItsNames() {
        for (DType type : DType.values()) {
            assertThat(DType.named(type.name())).contains(type);
            type.descriptor().ifPresent(d -> {
                assertThat(DType.described(d)).contains(type);
                assertThat(d).endsWith(Integer.toString(type.bytes()));
            });
        }
        assertThat(DType.named("f32")).isEmpty();
        assertThat(DType.described("<U8")).isEmpty();
    }
}
