package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.normalise;
import static io.github.dnfs4j.torch.Ops.plusProduct;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Plausible;
import io.github.dnfs4j.torch.Tape;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * leTF, the locally equivariant transformer (section "Instantiation of leNets" and its appendix).
 *
 * <p>Two causal transformers read the state, one from each end. Slot i of the first holds the token of site i - 1, so
 * its output depends on x_0..x_{i-1}; the second likewise on x_{i+1}..x_{d-1}. Neither sees x_i: the pair is hollow.
 * The readout attends from {@code q_i = q^L_i + q^R_i} to the left keys {@code j <= i} and the right keys
 * {@code j >= i}:
 *
 * <pre>{@code
 * z_i = (l_i + r_i) / sqrt 2 + softmax(q_i [K^L, K^R]' / sqrt(2 c) + mask) [V^L, V^R] W_o     z [n, d, h], c = h / heads
 * }</pre>
 *
 * <p>Both directions run as one batch, [g, m, h] as in {@link CausalBlock}; the right one is stored reversed, so that
 * the same causal kernel serves it.
 */
public final class LeTransformer implements HollowBody {
    private final Settings settings;
    private final List<CausalBlock> blocks;
    private final TimeEmbedding time;
    private final HollowAttention attention;

    /**
     * The shape of the network.
     *
     * @param sites d
     * @param states S
     * @param hidden h, a multiple of heads
     * @param heads attention heads
     * @param layers causal blocks in each direction
     * @param shared whether both directions use the same weights (their position embeddings always differ)
     */
    public record Settings(int sites, int states, int hidden, int heads, int layers, boolean shared) {
        public Settings {
            if (sites < 1 || states < 2) {
                throw new IllegalArgumentException("a network needs at least 1 site and 2 states");
            }
            checkShape(hidden, heads, layers);
        }

        int groups() {
            return shared ? 1 : 2;
        }
    }

    /** Refuses, with the reason, a shape that cannot be built. */
    public static void checkShape(int hidden, int heads, int layers) {
        Plausible.check("hidden", hidden, Plausible.WIDTH);
        Plausible.check("heads", heads, Plausible.WIDTH);
        Plausible.check("layers", layers, Plausible.LAYERS);
        if (hidden % heads != 0) {
            throw new IllegalArgumentException("hidden (" + hidden + ") must be divisible by heads (" + heads + ")");
        }
    }

    public LeTransformer(Settings settings) {
        this.settings = settings;
        blocks = CausalBlock.stack(settings.groups(), settings.hidden, settings.heads, settings.layers);
        time = new TimeEmbedding(settings.hidden);
        attention = new HollowAttention(settings.sites, settings.hidden / settings.heads);
    }

    @Override
    public void register(Parameters.Builder p) {
        int h = settings.hidden;
        p.add("token", 1, settings.states + 1, h);
        p.add("position", 0.5, 2, 1, settings.sites, h);
        time.register(p);
        blocks.forEach(block -> block.register(p));
        p.add("readout.in.weight", 1 / Math.sqrt(h), settings.groups(), h, 3 * h);
        p.add("readout.out.weight", 1 / Math.sqrt(h), 1, h, h);
    }

    /** For any d up to the settings' sites: a batch of small instances needs no more padding than its largest. */
    @Override
    public Tensor hidden(Parameters.ByName w, Tensor x, Tensor t, Context context) {
        long n = x.size(0);
        long d = x.size(1);
        Padding padding = Padding.of(context.mask());
        Tensor logits = padding.causal();
        Tensor streams = Tape.leaf(StreamEmbedding.of(
                        padding.states(x, settings.states),
                        w.get("token"),
                        w.get("position"),
                        time.of(w, t),
                        settings.heads)
                .view(settings.groups(), -1, settings.hidden));
        for (CausalBlock block : blocks) {
            streams = block.forward(w, streams, d, logits);
        }
        return readout(w, streams, n, d, padding);
    }

    /** Hollow attention over both streams, [n, d, h]. */
    private Tensor readout(Parameters.ByName w, Tensor streams, long n, long d, Padding padding) {
        int h = settings.hidden;
        int heads = settings.heads;
        Tensor both = streams.view(2, n, d, h);
        Tensor product = normalise(streams).bmm(w.get("readout.in.weight")).view(2, n, d, 3, h);
        Tensor outWeight = w.get("readout.out.weight");
        if (padding.none() && HollowReadout.taped(product, heads)) {
            HollowReadout r = HollowReadout.of(product, streams, heads, attention);
            return plusProduct(r.own().view(1, n * d, h), r.attended().view(1, n * d, h), outWeight)
                    .view(n, d, h);
        }
        if (padding.none() && Streams.serve(product, heads)) {
            Streams.addQueries(product);
            Streams.Joined joined = Streams.join(attention.ofSummedQueries(product, heads), both);
            return plusProduct(joined.own().view(1, n * d, h), joined.attended().view(1, n * d, h), outWeight)
                    .view(n, d, h);
        }
        Tensor qkv = product.view(2, n, d, 3, heads, h / heads).permute(0, 3, 1, 4, 2, 5);
        Tensor attended = attention
                .of(qkv.select(1, 0), qkv.select(1, 1), qkv.select(1, 2), padding)
                .transpose(1, 2)
                .reshape(1, n * d, h);
        Tensor own = both.select(0, 0).add(both.select(0, 1).flip(1));
        return times(own, Math.sqrt(0.5)).add(attended.bmm(outWeight).view(n, d, h));
    }
}
