package io.github.dnfs4j.torch;

import java.util.function.Supplier;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Softmax attention, {@code softmax(scale q k' + mask) v} with q, k, v [n, heads, m, c]. */
public final class Attention {
    private Attention() {}

    /** Position i sees the positions up to i. */
    public static Tensor causal(Tensor q, Tensor k, Tensor v) {
        return fused(q, k, v, new TensorOptional(), true, new DoubleOptional());
    }

    /** With a mask of any type. */
    public static Tensor masked(Tensor q, Tensor k, Tensor v, Tensor mask, double scale) {
        return fused(q, k, v, new TensorOptional(mask.to(type(q))), false, new DoubleOptional(scale));
    }

    private static Tensor fused(
            Tensor q, Tensor k, Tensor v, TensorOptional mask, boolean causal, DoubleOptional scale) {
        ScalarType type = type(q);
        return inFull(
                q,
                type,
                () -> torch.scaled_dot_product_attention(
                        q.to(type), k.to(type), v.to(type), mask, 0, causal, scale, false));
    }

    /**
     * Position i sees the positions up to i, and says how much it saw.
     *
     * @param out [n, heads, m, c]
     * @param logSum {@code log sum_j exp(scale q_i k_j)}, [n, heads, m]
     */
    public record Summed(Tensor out, Tensor logSum) {
        /** Attention over the keys of both. */
        public Tensor with(Tensor otherOut, Tensor otherLogSum) {
            Tensor share = logSum.sub(otherLogSum).sigmoid().unsqueeze(-1).to(Tensors.type(out));
            return torch.lerp(otherOut, out, share);
        }
    }

    /** Whether {@link #causalSummed} works here: its sum has no gradient, and not every type has the kernel. */
    public static boolean sums(Tensor q) {
        // The CUDA kernel takes channels in eights; what would pad them is not called here.
        boolean card = Tensors.type(q) == ScalarType.BFloat16 && q.size(-1) % 8 == 0 && q.size(-1) <= 256;
        return !GradMode.is_enabled() && (!q.is_cuda() || card);
    }

    /** {@link #causal} with the sums, without gradient. */
    public static Summed causalSummed(Tensor q, Tensor k, Tensor v, double scale) {
        ScalarType type = type(q);
        return inFull(q, type, () -> {
            IValue[] qkv = {new IValue(q.to(type)), new IValue(k.to(type)), new IValue(v.to(type))};
            IValue none = new IValue();
            Tensor[] r = q.is_cuda()
                    ? Cuda.FLASH.call(2, qkv[0], qkv[1], qkv[2], new IValue(0.0), yes(), no(), new IValue(scale))
                    : Cpu.FLASH.call(2, qkv[0], qkv[1], qkv[2], new IValue(0.0), yes(), none, new IValue(scale));
            return new Summed(r[0], r[1]);
        });
    }

    private static IValue yes() {
        return new IValue(true);
    }

    private static IValue no() {
        return new IValue(false);
    }

    private static final class Cpu {
        static final Boxed FLASH = new Boxed("_scaled_dot_product_flash_attention_for_cpu");
    }

    private static final class Cuda {
        static final Boxed FLASH = new Boxed("_scaled_dot_product_flash_attention");
    }

    private static <T> T inFull(Tensor q, ScalarType type, Supplier<T> body) {
        if (type == Tensors.type(q)) {
            return body.get();
        }
        try (Precision.Autocast full = Precision.FP32.autocast(Tensors.device(q))) {
            return body.get();
        }
    }

    /** On the CPU libtorch's attention in bf16 falls back to a plain loop, many times slower than in fp32. */
    private static ScalarType type(Tensor q) {
        ScalarType type = Tensors.type(q);
        return type == ScalarType.BFloat16 && !q.is_cuda() ? ScalarType.Float : type;
    }
}
