package io.github.dnfs4j.io.format;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;

/** Between tensors and the arrays of files: fp32, fp64, int64 and uint8; bf16 is read as fp32. */
public final class TensorArrays {
    private TensorArrays() {}

    /** A copy of a tensor on the host. */
    public static Array of(Tensor t) {
        long[] shape = Tensors.shape(t);
        return switch (Tensors.type(t)) {
            case Float -> Array.of(Tensors.floats(t), shape);
            case Double -> Array.ofDoubles(Tensors.doubles(t), shape);
            case Long -> Array.ofLongs(Tensors.longs(t), shape);
            case Byte -> Array.ofBytes(Tensors.bytes(t), shape);
            default -> throw new IllegalArgumentException("no array type for " + Tensors.type(t));
        };
    }

    /**
     * Overwrites a tensor; bfloat16 fits float32.
     *
     * @throws IllegalArgumentException when type or shape differ
     */
    public static void copyTo(Array array, Tensor t) {
        Array like = of(t);
        boolean fits = array.dtype() == like.dtype() || array.dtype() == DType.BF16 && like.dtype() == DType.F32;
        if (!fits || !Arrays.equals(array.shape(), like.shape())) {
            throw new IllegalArgumentException("it is " + array.dtype() + Arrays.toString(array.shape()) + " where "
                    + like.dtype() + Arrays.toString(like.shape()) + " is needed");
        }
        t.copy_(tensor(array));
    }

    static Tensor tensor(Array array) {
        return switch (array.dtype()) {
            case F32, BF16 -> Tensors.of(array.floats(), Device.CPU, array.shape());
            case F64 -> Tensors.of(array.doubles(), Device.CPU, array.shape());
            case I64 -> Tensors.of(array.longs(), Device.CPU, array.shape());
            default -> Tensors.of(array.bytes(), Device.CPU, array.shape());
        };
    }
}
