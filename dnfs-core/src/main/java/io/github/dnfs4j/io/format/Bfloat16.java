package io.github.dnfs4j.io.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Between fp32 and bf16, its upper half. */
public final class Bfloat16 {
    private static final int BITS = 16;

    private Bfloat16() {}

    /** An fp32 array in half the space, each value rounded to the nearest, ties to even. */
    public static Array round(Array array) {
        float[] values = array.floats();
        ByteBuffer raw = ByteBuffer.allocate(2 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (float v : values) {
            int bits = Float.floatToRawIntBits(v);
            int even = bits >>> BITS & 1;
            // A rounded NaN could become an infinity; its upper half is one already.
            raw.putShort((short) ((Float.isNaN(v) ? bits : bits + 0x7fff + even) >>> BITS));
        }
        return Array.ofRaw(DType.BF16, raw.array(), array.shape());
    }

    /** A bf16 array as fp32; an fp32 array as it is. */
    public static Array widen(Array array) {
        if (array.dtype() != DType.BF16) {
            return array;
        }
        ByteBuffer raw = array.data().duplicate().order(ByteOrder.LITTLE_ENDIAN).rewind();
        float[] values = new float[raw.remaining() / 2];
        for (int k = 0; k < values.length; k++) {
            values[k] = Float.intBitsToFloat(raw.getShort() << BITS);
        }
        return Array.of(values, array.shape());
    }
}
