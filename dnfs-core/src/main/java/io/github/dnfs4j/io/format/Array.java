package io.github.dnfs4j.io.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * An array as files hold it: raw little-endian elements in C order. The shape {@code []} is a scalar, and a dimension
 * of 0 makes the array empty. {@link #data()} is a view of the array's own bytes: read it, do not write to it.
 */
public record Array(DType dtype, long[] shape, ByteBuffer data) {
    /** The longest array the JVM is sure to allocate. */
    static final int LARGEST = Integer.MAX_VALUE - 8;

    public Array {
        shape = shape.clone();
        data = data.slice();
        long expected = byteLength(dtype, shape);
        if (expected != data.remaining()) {
            throw new IllegalArgumentException(dtype + Arrays.toString(shape) + " does not fit " + data.remaining()
                    + " bytes" + (expected < 0 ? "" : " but " + expected));
        }
    }

    public static Array of(float[] values, long... shape) {
        ByteBuffer data = allocate(DType.F32, values.length);
        data.asFloatBuffer().put(values);
        return new Array(DType.F32, shape, data);
    }

    public static Array ofDoubles(double[] values, long... shape) {
        ByteBuffer data = allocate(DType.F64, values.length);
        data.asDoubleBuffer().put(values);
        return new Array(DType.F64, shape, data);
    }

    public static Array ofLongs(long[] values, long... shape) {
        ByteBuffer data = allocate(DType.I64, values.length);
        data.asLongBuffer().put(values);
        return new Array(DType.I64, shape, data);
    }

    /** Unsigned bytes. */
    public static Array ofBytes(byte[] values, long... shape) {
        return ofRaw(DType.U8, values, shape);
    }

    /** Any type from its little-endian bytes, which are copied. */
    public static Array ofRaw(DType dtype, byte[] raw, long... shape) {
        return new Array(dtype, shape, ByteBuffer.wrap(raw.clone()));
    }

    /** Bytes that this type and shape take, or -1 if a dimension is negative or the number overflows. */
    static long byteLength(DType dtype, long... shape) {
        long length = dtype.bytes();
        for (long dimension : shape) {
            if (dimension < 0 || Math.multiplyHigh(length, dimension) != 0 || length * dimension < 0) {
                return -1;
            }
            length *= dimension;
        }
        return length;
    }

    @Override
    public long[] shape() {
        return shape.clone();
    }

    /** A little-endian view with its own position. */
    @Override
    public ByteBuffer data() {
        return data.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The elements of a float32 array; those of a bfloat16 one, which float32 holds exactly. */
    public float[] floats() {
        if (dtype == DType.BF16) {
            float[] widened = new float[data.remaining() / Short.BYTES];
            ByteBuffer halves = data();
            for (int k = 0; k < widened.length; k++) {
                widened[k] = Float.intBitsToFloat(halves.getShort() << Short.SIZE);
            }
            return widened;
        }
        require(DType.F32);
        float[] values = new float[data.remaining() / Float.BYTES];
        data().asFloatBuffer().get(values);
        return values;
    }

    /** A float32 array in bfloat16: the nearest, of two as near the one whose last bit is 0. */
    public Array rounded() {
        float[] values = floats();
        ByteBuffer halves = allocate(DType.BF16, values.length);
        for (float value : values) {
            int bits = Float.floatToIntBits(value);
            // Carrying into the exponent is right: it is how 1.11..1 becomes 10. NaN, whose bits Java makes 7fc00000,
            // stays.
            halves.putShort((short) ((bits + 0x7fff + (bits >>> Short.SIZE & 1)) >>> Short.SIZE));
        }
        return new Array(DType.BF16, shape, halves.flip());
    }

    public double[] doubles() {
        require(DType.F64);
        double[] values = new double[data.remaining() / Double.BYTES];
        data().asDoubleBuffer().get(values);
        return values;
    }

    public long[] longs() {
        require(DType.I64);
        long[] values = new long[data.remaining() / Long.BYTES];
        data().asLongBuffer().get(values);
        return values;
    }

    /** A copy of the elements of a one-byte type, or of the raw little-endian bytes of any other. */
    public byte[] bytes() {
        byte[] values = new byte[data.remaining()];
        data().get(values);
        return values;
    }

    private void require(DType wanted) {
        if (dtype != wanted) {
            throw new IllegalStateException("this array holds " + dtype + ", not " + wanted);
        }
    }

    private static ByteBuffer allocate(DType dtype, long count) {
        long length = count * dtype.bytes();
        if (length > LARGEST) {
            throw new IllegalArgumentException(count + " elements of " + dtype + " are more than 2 GiB");
        }
        return ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Array that
                && dtype == that.dtype
                && Arrays.equals(shape, that.shape)
                && data.equals(that.data);
    }

    @Override
    public int hashCode() {
        return (dtype.hashCode() * 31 + Arrays.hashCode(shape)) * 31 + data.hashCode();
    }

    @Override
    public String toString() {
        return dtype + Arrays.toString(shape);
    }
}
