package io.github.dnfs4j.io.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class Bfloat16Test {
    private static float[] back(float... values) {
        return Bfloat16.widen(Bfloat16.round(Array.of(values, values.length))).floats();
    }

    @Test
    void valuesOfEightBitsStayAndOthersGoToTheNearest() {
        assertThat(back(0f, -0f, 1f, -2.5f, 1 + 0x1p-7f, 0x1p-130f))
                .containsExactly(0f, -0f, 1f, -2.5f, 1 + 0x1p-7f, 0x1p-130f);
        assertThat(back(1 + 0x1.4p-8f, 1 + 0x1.cp-9f)).containsExactly(1 + 0x1p-7f, 1f);
    }

    @Test
    void tiesGoToTheEvenOne() {
        assertThat(back(1 + 0x1p-8f, 1 + 3 * 0x1p-8f, -1 - 0x1p-8f)).containsExactly(1f, 1 + 0x1p-6f, -1f);
    }

    @Test
    void infinitiesAndNaNsStayWhatTheyAre() {
        float[] special = back(Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN, Float.MAX_VALUE);
        assertThat(special)
                .containsExactly(Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN, Float.POSITIVE_INFINITY);
        assertThat(Bfloat16.round(Array.of(new float[6], 2, 3)).shape()).containsExactly(2, 3);
    }
}
