package io.github.dnfs4j.gfn;

import static io.github.dnfs4j.torch.Ops.affine;
import static io.github.dnfs4j.torch.Ops.gelu;
import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Rng;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Two policies from one network, on partly filled vectors z in {0..S-1, unset}^d, unset written as S:
 *
 * <pre>{@code
 * P_F(i, tau | z) ~ exp(f_i(tau)),  i unset     sets site i to tau, a value that it has
 * P_B(i | z)      ~ exp(b_i),       i set       unsets site i
 * [f, b] = W MLP(onehot(z)),  d S inputs (zeros where unset), d S + d outputs
 * }</pre>
 *
 * <p>The last layer starts at zero: both policies begin uniform, which makes every vector equally likely.
 */
public final class FillPolicy implements AutoCloseable {
    private final StateSpace space;
    private final int layers;
    private final Parameters parameters;

    private FillPolicy(StateSpace space, int layers, Parameters parameters) {
        this.space = space;
        this.layers = layers;
        this.parameters = parameters;
    }

    /** A policy with random fp32 weights on the device of {@code rng}. */
    public static FillPolicy of(StateSpace space, GfnSettings settings, Rng rng) {
        Parameters.Builder p = new Parameters.Builder();
        int in = space.sites() * space.states();
        int out = in + space.sites();
        for (int k = 0; k < settings.layers(); k++) {
            p.add("layer" + k + ".weight", Math.sqrt(2.0 / in), 1, in, settings.hidden());
            p.add("layer" + k + ".bias", 0, 1, 1, settings.hidden());
            in = settings.hidden();
        }
        p.add("out.weight", 0, 1, in, out).add("out.bias", 0, 1, 1, out);
        return new FillPolicy(space, settings.layers(), p.build(rng, ScalarType.Float));
    }

    /** This policy on its own weights, with gradients of its own: for a second thread. */
    FillPolicy replica() {
        return new FillPolicy(space, layers, parameters.replica());
    }

    public StateSpace space() {
        return space;
    }

    public Parameters parameters() {
        return parameters;
    }

    /** The raw outputs at z [m, d]: [m, d S + d]. */
    Tensor outputs(Tensor z) {
        Tensor h = torch.one_hot(z, space.states() + 1L)
                .narrow(-1, 0, space.states())
                .to(parameters.values().scalar_type())
                .reshape(1, z.size(0), -1);
        for (int k = 0; k < layers; k++) {
            h = gelu(affine(h, parameters.get("layer" + k + ".weight"), parameters.get("layer" + k + ".bias")));
        }
        return affine(h, parameters.get("out.weight"), parameters.get("out.bias"))
                .squeeze(0);
    }

    /** Log probabilities of P_F over (i, tau), [m, d S]; z has an unset site. */
    Tensor forward(Tensor outputs, Tensor z) {
        long actions = (long) space.sites() * space.states();
        Tensor set = unset(z).logical_not().unsqueeze(-1).expand(z.size(0), z.size(1), space.states());
        Tensor exists = space.exists(z);
        Tensor forbidden = exists == null ? set : set.logical_or(exists.logical_not());
        return logSoftmax(outputs.narrow(1, 0, actions), forbidden.reshape(z.size(0), actions));
    }

    /** Log probabilities of P_B over sites, [m, d]; z has a set site. */
    Tensor backward(Tensor outputs, Tensor z) {
        return logSoftmax(outputs.narrow(1, (long) space.sites() * space.states(), space.sites()), unset(z));
    }

    private Tensor unset(Tensor z) {
        return z.eq(scalar((long) space.states()));
    }

    private static Tensor logSoftmax(Tensor logits, Tensor forbidden) {
        return logits.to(ScalarType.Double)
                .masked_fill(forbidden, scalar(Double.NEGATIVE_INFINITY))
                .log_softmax(-1);
    }

    @Override
    public void close() {
        parameters.close();
    }
}
