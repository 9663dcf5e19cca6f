package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.gelu;

import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Rng;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * leMLP, the locally equivariant perceptron of LEAPS (appendix "Locally Equivariant Networks"). With e the embedded
 * values, their places and the time,
 *
 * <pre>{@code z = sum over k = 1..K of gelu(W_k e + b_k)     e, z [n, d, h],  W_k [d, d] with a zero diagonal,  b_k [h]}</pre>
 *
 * <p>It has a single layer: a second would bring x_i back through the other sites.
 */
public final class LeMlp extends LeNet {
    private final Settings settings;
    private final TimeEmbedding time;

    /**
     * The shape of the network.
     *
     * @param sites d
     * @param states S
     * @param hidden h
     * @param terms K
     * @param readout what the last layer sees
     */
    public record Settings(int sites, int states, int hidden, int terms, Readout readout) {
        public Settings {
            checkSpace(sites, states, 2);
            LeTransformer.checkShape(hidden, 1, terms);
        }
    }

    /** A network with random weights on the device of {@code rng}. */
    public LeMlp(Settings settings, Rng rng, ScalarType dtype) {
        this(settings, Head.of(settings.readout, settings.hidden, settings.states), rng, dtype);
    }

    /** A perceptron under a given head; the settings' states are those that it lets the network see. */
    public LeMlp(Settings settings, Head head, Rng rng, ScalarType dtype) {
        this(settings, head, p -> p.build(rng, dtype));
    }

    private LeMlp(Settings s, Head head, Function<Parameters.Builder, Parameters> build) {
        super(head, p -> register(s, p), build);
        settings = s;
        time = new TimeEmbedding(s.hidden);
    }

    private static void register(Settings s, Parameters.Builder p) {
        p.add("token", 1, s.states, s.hidden);
        p.add("position", 0.5, s.sites, s.hidden);
        new TimeEmbedding(s.hidden).register(p);
        p.add("sites.weight", 1 / Math.sqrt(s.sites - 1.0), s.terms, s.sites - 1L, s.sites);
        p.add("sites.bias", 0, s.terms, 1, 1, s.hidden);
    }

    @Override
    public LeMlp replica() {
        return new LeMlp(settings, head(), p -> parameters().replica());
    }

    @Override
    Tensor hidden(Parameters.ByName w, Tensor x, Tensor t, Context context) {
        refuse(context.mask());
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
