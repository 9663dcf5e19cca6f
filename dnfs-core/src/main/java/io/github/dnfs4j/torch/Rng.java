package io.github.dnfs4j.torch;

import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.GeneratorOptional;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A seeded stream of random tensors on one device. Its whole state can be saved and restored, which is what makes a
 * resumed run equal to an uninterrupted one. Not for use by several threads.
 */
public final class Rng implements AutoCloseable {
    private final Device device;
    private final Generator generator;

    private Rng(Device device, long seed) {
        Torch.init();
        this.device = device;
        generator = device == Device.CPU
                ? torch.make_generator_cpu(seed)
                : org.bytedeco.pytorch.global.torch_cuda.make_generator_cuda((byte) 0);
        generator.retainReference();
        generator.set_current_seed(seed);
    }

    /** A stream that starts from a seed. */
    public static Rng seeded(long seed, Device device) {
        return new Rng(device, seed);
    }

    public Device device() {
        return device;
    }

    /** fp64 uniforms in [0, 1). */
    public Tensor uniform(long... shape) {
        return torch.empty(shape, device.options(ScalarType.Double), null).uniform_(0, 1, option());
    }

    /** Fills a tensor with uniforms in [0, 1). */
    public void uniform(Tensor out) {
        out.uniform_(0, 1, option());
    }

    /** Standard normal fp32 values. */
    public Tensor normal(long... shape) {
        return torch.empty(shape, device.options(ScalarType.Float), null).normal_(0, 1, option());
    }

    /** Integers in 0..bound-1. */
    public Tensor integers(long bound, long... shape) {
        return torch.empty(shape, device.options(ScalarType.Long), null).random_(0, new LongOptional(bound), option());
    }

    /** One uniform double in [0, 1). */
    public double uniform() {
        try (Scope scope = Scope.open()) {
            return uniform(1).item_double();
        }
    }

    /** A new stream whose seed is drawn from this one. */
    public Rng split() {
        try (Scope scope = Scope.open()) {
            return seeded(integers(Long.MAX_VALUE, 1).item_long(), device);
        }
    }

    /** The state of the stream, to be given to {@link #restore}. */
    public byte[] state() {
        try (Scope scope = Scope.open()) {
            return Tensors.bytes(generator.get_state());
        }
    }

    /** Continues from a saved state. */
    public void restore(byte[] state) {
        try (Scope scope = Scope.open()) {
            long size = generator.get_state().numel();
            if (state.length != size) {
                throw new IllegalArgumentException(
                        "a random stream has a state of " + size + " bytes, not " + state.length);
            }
            generator.set_state(Tensors.of(state, Device.CPU, state.length));
        }
    }

    private GeneratorOptional option() {
        return new GeneratorOptional(generator);
    }

    @Override
    public void close() {
        generator.close();
    }
}
