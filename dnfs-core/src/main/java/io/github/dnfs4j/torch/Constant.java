package io.github.dnfs4j.torch;

import java.util.EnumMap;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/** An fp64 array that is copied once to each device where it is needed, so that targets need not know devices. */
public final class Constant {
    private final double[] values;
    private final long[] shape;
    private final Map<Device, Tensor> copies = new EnumMap<>(Device.class);

    private Constant(double[] values, long[] shape) {
        this.values = values.clone();
        this.shape = shape.clone();
    }

    public static Constant of(double[] values, long... shape) {
        return new Constant(values, shape);
    }

    /** The array on the device where {@code other} lives. */
    public synchronized Tensor like(Tensor other) {
        return copies.computeIfAbsent(Tensors.device(other), device -> Scope.own(Tensors.of(values, device, shape)));
    }
}
