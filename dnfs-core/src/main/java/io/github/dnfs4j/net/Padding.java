package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * How leTF leaves padded sites out. Their values read as the start token, so that the last real site finds the right
 * stream as it does without padding, and nobody attends to their slots. A slot always sees itself: a softmax over
 * nothing would be NaN.
 *
 * <pre>{@code
 * causal   0 where j <= i and (site of slot j is real or j = i), else -inf                   [2 n, 1, d, d]
 * hollow   the given mask, and -inf where the site of key j is padded and not i              [n, 1, d, 2 d]
 *          the right keys, which come second, in the order of their stream: last site first
 * }</pre>
 */
final class Padding {
    private final @Nullable Tensor real;
    private final @Nullable Tensor seen;

    private Padding(@Nullable Tensor real, @Nullable Tensor seen) {
        this.real = real;
        this.seen = seen;
    }

    /** For a mask [n, d], true where a site is real, or null. */
    static Padding of(@Nullable Tensor mask) {
        if (mask == null) {
            return new Padding(null, null);
        }
        Tensor sites = Tensors.range(mask.size(1), Tensors.device(mask));
        return new Padding(mask, mask.unsqueeze(1).logical_or(sites.unsqueeze(1).eq(sites)));
    }

    /** Whether all sites are real. */
    boolean none() {
        return real == null;
    }

    /** x with the padded values replaced. */
    Tensor states(Tensor x, int start) {
        return real == null ? x : x.masked_fill(real.logical_not(), scalar((long) start));
    }

    /** What to add to the logits of a causal block; null where causal attention alone will do. */
    @Nullable
    Tensor causal() {
        if (seen == null) {
            return null;
        }
        Tensor both = cat(0, seen.tril(0), seen.flip(1, 2).tril(0));
        return logits(both).unsqueeze(1);
    }

    /** The mask of the readout with padded keys closed. */
    Tensor hollow(Tensor mask) {
        return seen == null
                ? mask
                : mask.add(logits(cat(2, seen, seen.flip(2)))).unsqueeze(1);
    }

    /** 0 where open, else -inf. */
    static Tensor logits(Tensor open) {
        Tensor zero = torch.zeros_like(open).to(ScalarType.Double);
        return zero.masked_fill(open.logical_not(), scalar(Double.NEGATIVE_INFINITY));
    }
}
