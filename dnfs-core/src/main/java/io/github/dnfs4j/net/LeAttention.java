package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.affine;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Parameters;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * leAttn, the locally equivariant attention of LEAPS (appendix "Locally Equivariant Networks"). With e the embedded
 * values, their places and the time, q, k and v linear in e, and for each of several heads of width c,
 *
 * <pre>{@code z_i = sum over s != i of w_s v_s / sum over s != i of w_s,   w_s = exp(k_s'q_s / sqrt c)     z [n, d, h]}</pre>
 *
 * <p>The weight of a site is its own affair: a query from site i would bring x_i in. The sums leave x_i out rather than
 * subtract it, so that nothing cancels when w_i is by far the largest.
 */
public final class LeAttention implements HollowBody {
    private final Settings settings;
    private final TimeEmbedding time;
    private final Constant mask;

    /**
     * The shape of the network.
     *
     * @param sites d
     * @param states S
     * @param hidden h, a multiple of heads
     * @param heads attention heads
     */
    public record Settings(int sites, int states, int hidden, int heads) {
        public Settings {
            HollowBody.checkSpace(sites, states, 2);
            LeTransformer.checkShape(hidden, heads, 1);
        }
    }

    public LeAttention(Settings settings) {
        this.settings = settings;
        time = new TimeEmbedding(settings.hidden);
        double[] m = new double[settings.sites * settings.sites];
        for (int i = 0; i < settings.sites; i++) {
            m[i * settings.sites + i] = Double.NEGATIVE_INFINITY;
        }
        mask = Constant.of(m, settings.sites, settings.sites);
    }

    @Override
    public void register(Parameters.Builder p) {
        p.add("token", 1, settings.states, settings.hidden);
        p.add("position", 0.5, settings.sites, settings.hidden);
        time.register(p);
        p.add("attention.weight", 1 / Math.sqrt(settings.hidden), 1, settings.hidden, 3L * settings.hidden);
        p.add("attention.bias", 0, 1, 1, 3L * settings.hidden);
    }

    @Override
    public Tensor hidden(Parameters.ByName w, Tensor x, Tensor t, Context context) {
        HollowBody.refuse(context.mask());
        long n = x.size(0);
        int d = settings.sites;
        int h = settings.hidden;
        int heads = settings.heads;
        Tensor e = torch.embedding(w.get("token"), x).add(w.get("position")).add(time.of(w, t));
        Tensor qkv = affine(e.view(1, n * d, h), w.get("attention.weight"), w.get("attention.bias"))
                .view(n, d, 3, heads, h / heads)
                .permute(2, 0, 3, 1, 4);
        Tensor logits = times(qkv.select(0, 0).mul(qkv.select(0, 1)).sum(-1), Math.sqrt((double) heads / h));
        Tensor weights =
                logits.unsqueeze(-2).add(mask.like(x).to(t.scalar_type())).softmax(-1);
        return weights.matmul(qkv.select(0, 2)).transpose(1, 2).reshape(n, d, h);
    }
}
