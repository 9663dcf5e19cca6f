package io.github.dnfs4j.torch;

import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Tensors from Java arrays and back; every copy between the two worlds goes through here. */
public final class Tensors {
    private Tensors() {}

    /** fp32 values of the given shape. */
    public static Tensor of(float[] values, Device device, long... shape) {
        try (FloatPointer p = new FloatPointer(values)) {
            return copy(p, ScalarType.Float, device, shape, values.length);
        }
    }

    /** fp64 values of the given shape. */
    public static Tensor of(double[] values, Device device, long... shape) {
        try (DoublePointer p = new DoublePointer(values)) {
            return copy(p, ScalarType.Double, device, shape, values.length);
        }
    }

    /** int64 values of the given shape. */
    public static Tensor of(long[] values, Device device, long... shape) {
        try (LongPointer p = new LongPointer(values)) {
            return copy(p, ScalarType.Long, device, shape, values.length);
        }
    }

    /** uint8 values of the given shape. */
    public static Tensor of(byte[] values, Device device, long... shape) {
        try (BytePointer p = new BytePointer(values)) {
            return copy(p, ScalarType.Byte, device, shape, values.length);
        }
    }

    private static Tensor copy(Pointer p, ScalarType dtype, Device device, long[] shape, long length) {
        long size = 1;
        for (long s : shape) {
            size *= s;
        }
        if (size != length) {
            throw new IllegalArgumentException(length + " values for " + size + " places");
        }
        try (Scope scope = Scope.open()) {
            Tensor host = torch.from_blob(p, shape, new org.bytedeco.pytorch.TensorOptions(dtype));
            Tensor copy = torch.empty(shape, device.options(dtype), null);
            return scope.keep(copy.copy_(host));
        }
    }

    /** Not filled, on a device. */
    public static Tensor empty(ScalarType dtype, Device device, long... shape) {
        return torch.empty(shape, device.options(dtype), null);
    }

    /** Zeros on a device. */
    public static Tensor zeros(ScalarType dtype, Device device, long... shape) {
        return torch.zeros(shape, device.options(dtype));
    }

    /** One fp64 value everywhere. */
    public static Tensor full(double value, Device device, long... shape) {
        return torch.full(shape, Ops.scalar(value), device.options(ScalarType.Double));
    }

    /** The integers 0..n-1 on a device. */
    public static Tensor range(long n, Device device) {
        return torch.arange(Ops.scalar(n), device.options(ScalarType.Long));
    }

    /** The sizes of a tensor. */
    public static long[] shape(Tensor t) {
        long[] shape = new long[Math.toIntExact(t.dim())];
        for (int k = 0; k < shape.length; k++) {
            shape[k] = t.size(k);
        }
        return shape;
    }

    /** The type of a tensor's elements. The raw {@code scalar_type()} is a new object each time, unfit for a switch. */
    public static ScalarType type(Tensor t) {
        return t.scalar_type().intern();
    }

    /** Where a tensor lives. */
    public static Device device(Tensor t) {
        return t.is_cuda() ? Device.CUDA : Device.CPU;
    }

    /** Copies to the host as doubles, whatever the type. */
    public static double[] doubles(Tensor t) {
        return copy(t, ScalarType.Double, double[]::new, (from, out) -> new DoublePointer(from).get(out));
    }

    /** Copies to the host as floats, whatever the type. */
    public static float[] floats(Tensor t) {
        return copy(t, ScalarType.Float, float[]::new, (from, out) -> new FloatPointer(from).get(out));
    }

    /** Copies to the host as longs, whatever the type. */
    public static long[] longs(Tensor t) {
        return copy(t, ScalarType.Long, long[]::new, (from, out) -> new LongPointer(from).get(out));
    }

    /** Copies to the host as unsigned bytes, whatever the type: how states are stored. */
    public static byte[] bytes(Tensor t) {
        return copy(t, ScalarType.Byte, byte[]::new, (from, out) -> new BytePointer(from).get(out));
    }

    private static <A> A copy(Tensor t, ScalarType dtype, IntFunction<A> make, BiConsumer<Pointer, A> read) {
        try (Scope scope = Scope.open()) {
            A out = make.apply(Math.toIntExact(t.numel()));
            if (t.numel() > 0) {
                read.accept(t.detach().cpu().to(dtype).contiguous().data_ptr(), out);
            }
            return out;
        }
    }
}
