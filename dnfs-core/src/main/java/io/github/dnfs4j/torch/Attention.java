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
     * @param state what the library's gradient wants to see again
     */
    public record Summed(Tensor out, Tensor logSum, Tensor... state) {
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
            if (q.is_cuda()) {
                Tensor[] r = Cuda.FLASH.call(
                        new int[] {0, 1, 6, 7},
                        qkv[0],
                        qkv[1],
                        qkv[2],
                        new IValue(0.0),
                        yes(),
                        no(),
                        new IValue(scale));
                return new Summed(r[0], r[1], r[2], r[3]);
            }
            Tensor[] r = Cpu.FLASH.call(
                    new int[] {0, 1}, qkv[0], qkv[1], qkv[2], new IValue(0.0), yes(), none, new IValue(scale));
            return new Summed(r[0], r[1]);
        });
    }

    /**
     * dL/dq, dL/dk and dL/dv of {@link #causalSummed} from g = dL/dout, {@code [n, heads, m, c]}. The keys may be a part of
     * those that were seen: out and logSum are then those of all of them, and so the gradients are, since
     * {@code p_ij = exp(scale q_i k_j - logSum_i)} and {@code dL/d(log p_ij) = p_ij g_i (v_j - out_i)} ask for no more.
     */
    public static Tensor[] causalGradients(Tensor g, Tensor q, Tensor k, Tensor v, Summed seen, double scale) {
        ScalarType type = type(q);
        IValue[] a = new IValue[5];
        Tensor[] tensors = {g, q, k, v, seen.out};
        for (int j = 0; j < a.length; j++) {
            a[j] = new IValue(tensors[j].to(type));
        }
        IValue logSum = new IValue(seen.logSum);
        IValue zero = new IValue(0.0);
        int[] all = {0, 1, 2};
        if (!q.is_cuda()) {
            return Cpu.BACK.call(
                    all, a[0], a[1], a[2], a[3], a[4], logSum, zero, yes(), new IValue(), new IValue(scale));
        }
        IValue none = new IValue(new Tensor());
        IValue length = new IValue(q.size(2));
        IValue seed = new IValue(seen.state[0]);
        IValue offset = new IValue(seen.state[1]);
        return Cuda.BACK.call(
                all,
                a[0],
                a[1],
                a[2],
                a[3],
                a[4],
                logSum,
                none,
                none,
                length,
                length,
                zero,
                yes(),
                seed,
                offset,
                new IValue(scale));
    }

    private static IValue yes() {
        return new IValue(true);
    }

    private static IValue no() {
        return new IValue(false);
    }

    private static final class Cpu {
        static final Boxed FLASH = new Boxed("_scaled_dot_product_flash_attention_for_cpu");
        static final Boxed BACK = new Boxed("_scaled_dot_product_flash_attention_for_cpu_backward");
    }

    private static final class Cuda {
        static final Boxed FLASH = new Boxed("_scaled_dot_product_flash_attention");
        static final Boxed BACK = new Boxed("_scaled_dot_product_flash_attention_backward");
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
