package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.normalise;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.stack;

import io.github.dnfs4j.torch.Attention;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Tape;
import io.github.dnfs4j.torch.Tensors;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * leGF, the locally equivariant Graphformer (appendix "Locally Equivariant GraphFormer"): two causal transformers as in
 * {@link LeTransformer}, whose attention knows how far sites are from each other in a graph. Slot i of the left one holds
 * the value of site i - 1, that of the right one the value of site i + 1; the order of the sites carries no meaning, so
 * there are no embeddings of places, but of degrees.
 *
 * <pre>{@code
 * blocks   logits(i, j) = q_i'k_j / sqrt c + b(psi(s_i, s_j)),  s_i the site whose value slot i holds      [2 n, heads, d, d]
 * readout  logits(i, j) = q_i'k_j / sqrt c + b(psi(i, s_j)),    q_i of the degree of site i and the time   [n, heads, d, 2 d]
 * z_i = site_i + softmax(logits) [V^L, V^R] W_o                                                            [n, d, h]
 * }</pre>
 *
 * <p>Where the couplings of a binary target are known, site_i of the energy-informed readout has {@link Cavity} added.
 *
 * <p>psi is the length of a shortest path, up to {@value Distances#FAR}, with values of its own for sites that no path joins and
 * for the start of a stream; b is learned, one number for each value and head, shared by all layers. The number of sites
 * is that of the batch: the same weights serve graphs of every size.
 */
public final class LeGraphformer implements HollowBody {
    private static final int DEGREES = 32;

    private final Settings settings;
    private final List<CausalBlock> blocks;
    private final TimeEmbedding time;

    /**
     * The shape of the network.
     *
     * @param states S
     * @param hidden h, a multiple of heads
     * @param heads attention heads
     * @param layers causal blocks in each direction
     * @param shared whether both directions use the same weights
     * @param readout what the last layer sees
     * @param cavity layers of messages between the other sites of the energy-informed readout, see {@link Cavity}
     */
    public record Settings(int states, int hidden, int heads, int layers, boolean shared, Readout readout, int cavity) {
        public Settings {
            HollowBody.checkSpace(1, states, 1);
            LeTransformer.checkShape(hidden, heads, layers);
            new Cavity(cavity);
        }

        /** Of the network for such shapes. */
        public Head head() {
            return Head.of(readout, hidden, states);
        }

        int groups() {
            return shared ? 1 : 2;
        }
    }

    public LeGraphformer(Settings settings) {
        this.settings = settings;
        blocks = CausalBlock.stack(settings.groups(), settings.hidden, settings.heads, settings.layers);
        time = new TimeEmbedding(settings.hidden);
    }

    @Override
    public void register(Parameters.Builder p) {
        int h = settings.hidden;
        p.add("token", 1, settings.states + 1, h);
        p.add("degree", 0.5, DEGREES, h);
        p.add("direction", 0.5, 2, 1, 1, h);
        p.add("site", 1, DEGREES, h);
        p.add("distance", 0.5, Distances.VALUES, settings.heads);
        time.register(p);
        blocks.forEach(block -> block.register(p));
        p.add("readout.query.weight", 1 / Math.sqrt(h), h, h);
        p.add("readout.in.weight", 1 / Math.sqrt(h), settings.groups(), h, 2 * h);
        p.add("readout.out.weight", 1 / Math.sqrt(h), h, h);
        if (settings.readout == Readout.ENERGY) {
            new Cavity(settings.cavity).register(p, h);
        }
    }

    @Override
    public Tensor hidden(Parameters.ByName w, Tensor x, Tensor t, Context context) {
        long d = x.size(1);
        Padding padding = Padding.of(context.mask());
        Tensor psi = Distances.psi(x, context);
        Tensor degrees = psi.eq(scalar(1L)).sum(-1).clamp_max(scalar(DEGREES - 1L));
        Tensor times = time.of(w, t);
        Distances bias = Distances.bias(w.get("distance"), psi);
        Tensor causal = padding.causal();
        Tensor open = causal == null ? Padding.logits(before(x)) : causal;
        Tensor logits = cat(0, bias.slots(), bias.reversed().slots());
        logits = Tape.leaf(logits.add(open.to(logits.scalar_type())));
        Tensor streams = Tape.leaf(embed(w, padding.states(x, settings.states), degrees, times));
        for (CausalBlock block : blocks) {
            streams = block.forward(w, streams, d, logits);
        }
        Tensor site = Distances.rows(degrees, DEGREES, w.get("site")).add(times);
        Tensor j = context.couplings();
        if (j != null && settings.readout == Readout.ENERGY) {
            Tensor c = context.features();
            site = site.add(new Cavity(settings.cavity).of(w, c.select(-1, 1).sub(c.select(-1, 0)), j, x, t));
        }
        site = Tape.leaf(site);
        Tensor keys = cat(3, bias.keys(), bias.reversedKeys().keys());
        Tensor hollow =
                padding.hollow(Padding.logits(cat(1, before(x), before(x).flip(0))));
        return readout(w, site, streams, keys.add(hollow.to(keys.scalar_type())));
    }

    /** [j <= i], [d, d]; upside down it is [site of slot j of the right stream >= i]. */
    private static Tensor before(Tensor x) {
        Tensor sites = Tensors.range(x.size(1), Tensors.device(x));
        return sites.unsqueeze(0).le(sites.unsqueeze(1));
    }

    /** Values and degrees shifted by one slot, the direction and the time, [g, m, h]. */
    private Tensor embed(Parameters.ByName w, Tensor x, Tensor degrees, Tensor times) {
        Tensor values = Distances.rows(shifted(x, settings.states), settings.states + 1L, w.get("token"));
        return values.add(Distances.rows(shifted(degrees, 0), DEGREES, w.get("degree")))
                .add(w.get("direction"))
                .add(times)
                .view(settings.groups(), -1, settings.hidden);
    }

    /** Both streams of what the slots hold, [2, n, d]. */
    private static Tensor shifted(Tensor x, long start) {
        long d = x.size(1);
        Tensor first = torch.full_like(x.narrow(1, 0, 1), scalar(start));
        Tensor left = cat(1, first, x.narrow(1, 0, d - 1));
        Tensor right = cat(1, first, x.narrow(1, 1, d - 1).flip(1));
        return stack(0, left, right);
    }

    /** Hollow attention from the sites to the slots of both streams, [n, d, h]. */
    private Tensor readout(Parameters.ByName w, Tensor site, Tensor streams, Tensor logits) {
        long n = site.size(0);
        long d = site.size(1);
        int heads = settings.heads;
        int c = settings.hidden / heads;
        Tensor kv = normalise(streams)
                .bmm(w.get("readout.in.weight"))
                .view(2, n, d, 2, heads, c)
                .permute(3, 1, 4, 0, 2, 5)
                .reshape(2, n, heads, 2 * d, c);
        Tensor q = normalise(site)
                .matmul(w.get("readout.query.weight"))
                .view(n, d, heads, c)
                .transpose(1, 2);
        Tensor attended = Attention.masked(q, kv.select(0, 0), kv.select(0, 1), logits, 1 / Math.sqrt(c));
        Tensor out = attended.transpose(1, 2).reshape(n, d, settings.hidden).to(site.scalar_type());
        return site.add(out.matmul(w.get("readout.out.weight")));
    }
}
