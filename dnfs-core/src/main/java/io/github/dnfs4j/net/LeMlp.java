package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.gelu;

import io.github.dnfs4j.torch.Parameters;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * leMLP, the locally equivariant perceptron of LEAPS (appendix "Locally Equivariant Networks"). With e the embedded
 * values, their places and the time,
 *
 * <pre>{@code z = sum over k = 1..K of gelu(W_k e + b_k)     e, z [n, d, h],  W_k [d, d] with a zero diagonal,  b_k [h]}</pre>
 *
 * <p>It has a single layer: a second would bring x_i back through the other sites.
 */
public final class LeMlp implements HollowBody {
    private final Settings settings;
    private final TimeEmbedding time;

    /**
     * The shape of the network.
     *
     * @param sites d
     * @param states S
     * @param hidden h
     * @param terms K
     */
    public record Settings(int sites, int states, int hidden, int terms) {
        public Settings {
            HollowBody.checkSpace(sites, states, 2);
            LeTransformer.checkShape(hidden, 1, terms);
        }
    }

    public LeMlp(Settings settings) {
        this.settings = settings;
        time = new TimeEmbedding(settings.hidden);
    }

    @Override
    public void register(Parameters.Builder p) {
        p.add("token", 1, settings.states, settings.hidden);
        p.add("position", 0.5, settings.sites, settings.hidden);
        time.register(p);
        p.add("sites.weight", 1 / Math.sqrt(settings.sites - 1.0), settings.terms, settings.sites - 1L, settings.sites);
        p.add("sites.bias", 0, settings.terms, 1, 1, settings.hidden);
    }

    @Override
    public Tensor hidden(Parameters.ByName w, Tensor x, Tensor t, Context context) {
        HollowBody.refuse(context.mask());
        long n = x.size(0);
        int d = settings.sites;
        int h = settings.hidden;
        Tensor e = torch.embedding(w.get("token"), x).add(w.get("position")).add(time.of(w, t));
        Tensor columns = e.transpose(0, 1).reshape(d, n * h);
        Tensor y = hollow(w.get("sites.weight")).view(-1, d).matmul(columns).view(settings.terms, d, n, h);
        return gelu(y.add(w.get("sites.bias"))).sum(0).transpose(0, 1);
    }

    /**
     * The weights with their diagonals, [K, d, d]. Only what stands off the diagonal is a parameter: written row by row
     * it fills a [d - 1, d] block, and a column of zeros before that, with one zero at the end, is the diagonal.
     */
    private Tensor hollow(Tensor w) {
        long d = settings.sites;
        Tensor zero = torch.zeros_like(w.narrow(2, 0, 1));
        Tensor rows = cat(2, zero, w).view(settings.terms, d * d - 1);
        return cat(1, rows, zero.narrow(1, 0, 1).view(settings.terms, 1)).view(settings.terms, d, d);
    }
}
