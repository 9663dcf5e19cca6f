package io.github.dnfs4j.torch;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * How networks compute. Under either, weights are fp32, and log densities, rates and sums over sites fp64; bf16 rounds
 * what goes into the matrix products and the attention of a network.
 */
public enum Precision {
    FP32,
    BF16;

    /** Reads {@code fp32} or {@code bf16}. */
    public static Precision parse(String name) {
        return Words.parse("precision", Precision.class, name);
    }

    /** Makes this the precision of the current thread until the result is closed; regions nest. */
    public Autocast autocast(Device device) {
        return new Autocast(device, this == BF16);
    }

    /** The type in which a network with these weights computes at this moment: bf16 in a region of it, else their own. */
    public static ScalarType current(Tensor weights) {
        return torch.is_autocast_enabled(Tensors.device(weights).type()) ? ScalarType.BFloat16 : Tensors.type(weights);
    }

    @Override
    public String toString() {
        return Words.of(this);
    }

    /** An open region of one precision. */
    public static final class Autocast implements AutoCloseable {
        private final Device device;
        private final boolean before;

        private Autocast(Device device, boolean on) {
            this.device = device;
            before = torch.is_autocast_enabled(device.type());
            if (on) {
                torch.set_autocast_dtype(device.type(), ScalarType.BFloat16);
            }
            torch.set_autocast_enabled(device.type(), on);
        }

        @Override
        public void close() {
            torch.set_autocast_enabled(device.type(), before);
            if (!before) {
                // The cache holds bf16 copies of weights that the next update makes stale.
                torch.clear_cache();
            }
        }
    }
}
