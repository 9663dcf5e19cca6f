package io.github.dnfs4j.torch;

import java.lang.ref.Cleaner;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;

/** An array that is copied once to each device where it is needed, so that targets need not know devices. */
public final class Constant {
    /** Targets have no close(): the copies go when nobody can reach the constant any more. */
    private static final Cleaner CLEANER = Cleaner.create();

    private final Function<Device, Tensor> copy;
    private final Map<Device, Tensor> copies;

    private Constant(Function<Device, Tensor> copy) {
        this.copy = copy;
        Map<Device, Tensor> owned = new EnumMap<>(Device.class);
        copies = owned;
        CLEANER.register(this, () -> owned.values().forEach(Tensor::close));
    }

    /** fp64. */
    public static Constant of(double[] values, long... shape) {
        double[] own = values.clone();
        return new Constant(device -> Tensors.of(own, device, shape));
    }

    /** int64. */
    public static Constant of(long[] values, long... shape) {
        long[] own = values.clone();
        return new Constant(device -> Tensors.of(own, device, shape));
    }

    /** uint8. */
    public static Constant of(byte[] values, long... shape) {
        byte[] own = values.clone();
        return new Constant(device -> Tensors.of(own, device, shape));
    }

    /** The array on the device where {@code other} lives. */
    public synchronized Tensor like(Tensor other) {
        return copies.computeIfAbsent(Tensors.device(other), device -> Scope.own(copy.apply(device)));
    }
}
