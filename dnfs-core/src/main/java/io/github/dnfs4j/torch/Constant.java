package io.github.dnfs4j.torch;

import java.lang.ref.Cleaner;
import java.util.EnumMap;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/** An fp64 array that is copied once to each device where it is needed, so that targets need not know devices. */
public final class Constant {
    /** Targets have no close(): the copies go when nobody can reach the constant any more. */
    private static final Cleaner CLEANER = Cleaner.create();

    private final double[] values;
    private final long[] shape;
    private final Map<Device, Tensor> copies;

    private Constant(double[] values, long[] shape) {
        this.values = values.clone();
        this.shape = shape.clone();
        Map<Device, Tensor> owned = new EnumMap<>(Device.class);
        copies = owned;
        CLEANER.register(this, () -> owned.values().forEach(Tensor::close));
    }

    public static Constant of(double[] values, long... shape) {
        return new Constant(values, shape);
    }

    /** The array on the device where {@code other} lives. */
    public synchronized Tensor like(Tensor other) {
        return copies.computeIfAbsent(Tensors.device(other), device -> Scope.own(Tensors.of(values, device, shape)));
    }
}
