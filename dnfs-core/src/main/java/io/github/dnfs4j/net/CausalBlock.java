package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.affineGelu;
import static io.github.dnfs4j.torch.Ops.normalise;
import static io.github.dnfs4j.torch.Ops.plusProduct;

import io.github.dnfs4j.torch.Attention;
import io.github.dnfs4j.torch.Parameters;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.jspecify.annotations.Nullable;

/**
 * One pre-norm transformer block with causal attention, both directions in one pass.
 *
 * <pre>{@code
 * x <- x + Attention(normalise(x)) W_o
 * x <- x + gelu(normalise(x) W_1 + b) W_2,   W_1: h to 4h
 * }</pre>
 *
 * <p>x is [g, m, h] with g groups of weights: 2 when each direction has its own (m = n d rows each), 1 when they share
 * (m = 2 n d rows). The gains of the norms are left out: the products that follow contain them. So are all biases but
 * one: what they would add is in the embeddings of place and time already, and their gradients are sums over all rows.
 */
final class CausalBlock {
    private final String name;
    private final int groups;
    private final int hidden;
    private final int heads;
    private final double outScale;

    private CausalBlock(String name, int groups, int hidden, int heads, int layers) {
        this.name = name;
        this.groups = groups;
        this.hidden = hidden;
        this.heads = heads;
        // Keeps the variance of the residual stream independent of the depth.
        outScale = 1 / Math.sqrt(2.0 * layers);
    }

    /** Blocks above each other, by the names block.0, block.1 and so on. */
    static List<CausalBlock> stack(int groups, int hidden, int heads, int layers) {
        return IntStream.range(0, layers)
                .mapToObj(k -> new CausalBlock("block." + k, groups, hidden, heads, layers))
                .toList();
    }

    void register(Parameters.Builder p) {
        matrix(p, "attention.in", hidden, 3 * hidden, 1);
        matrix(p, "attention.out", hidden, hidden, outScale);
        matrix(p, "mlp.in", hidden, 4 * hidden, 1);
        p.add(name + ".mlp.in.bias", 0, groups, 1, 4L * hidden);
        matrix(p, "mlp.out", 4 * hidden, hidden, outScale);
    }

    private void matrix(Parameters.Builder p, String part, int in, int out, double scale) {
        p.add(name + "." + part + ".weight", scale / Math.sqrt(in), groups, in, out);
    }

    /** x [g, m, h], which may be overwritten, of sequences of length d; logits [2 n, 1, d, d] to add, the causal mask among them, or null. */
    Tensor forward(Parameters.ByName w, Tensor x, long d, @Nullable Tensor logits) {
        Tensor y = plusProduct(x, attention(w, x, d, logits), w.get(name + ".attention.out.weight"));
        Tensor wide = affineGelu(normalise(y), w.get(name + ".mlp.in.weight"), w.get(name + ".mlp.in.bias"));
        return plusProduct(y, wide, w.get(name + ".mlp.out.weight"));
    }

    private Tensor attention(Parameters.ByName w, Tensor x, long d, @Nullable Tensor logits) {
        // The gradient of all three together is one copy; of three selections it would be three in zeros, added up.
        TensorVector qkv = normalise(x)
                .bmm(w.get(name + ".attention.in.weight"))
                .view(-1, d, 3, heads, hidden / heads)
                .permute(2, 0, 3, 1, 4)
                .unbind();
        Tensor q = qkv.get(0);
        Tensor k = qkv.get(1);
        Tensor v = qkv.get(2);
        Tensor out = logits == null
                ? Attention.causal(q, k, v)
                : Attention.masked(q, k, v, logits, 1 / Math.sqrt((double) hidden / heads));
        return out.transpose(1, 2).reshape(groups, -1, hidden);
    }
}
