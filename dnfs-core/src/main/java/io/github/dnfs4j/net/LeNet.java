package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Precision;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A hollow network under a {@link Head}: what all our locally equivariant networks are.
 *
 * <pre>{@code
 * z_i = hidden(x, t)_i,  the same whatever x_i is          z [n, d, h]
 * G(tau, i | x) = v_i(tau; z_i) - v_i(x_i; z_i)            G [n, d, S]
 * }</pre>
 */
abstract class LeNet implements RateNet {
    private final Head head;
    private final Parameters parameters;

    /** Lays out the weights of the body, then those of the head. */
    LeNet(Head head, Consumer<Parameters.Builder> body, Function<Parameters.Builder, Parameters> build) {
        this.head = head;
        Parameters.Builder p = new Parameters.Builder();
        body.accept(p);
        head.register(p);
        parameters = build.apply(p);
    }

    /** z, [n, d, h], by weights of the type in which to compute: row i does not depend on x_i. */
    abstract Tensor hidden(Parameters.ByName w, Tensor x, Tensor t, Context context);

    /** z of all the views that the head wants of each state, [n views, d, h]. */
    final Tensor views(Parameters.ByName w, Tensor x, Tensor t, Context context) {
        int views = head.views();
        if (views == 1) {
            return hidden(w, x, t, context);
        }
        refuse(context.mask());
        Tensor times = t.unsqueeze(1).expand(t.size(0), views).reshape(-1);
        return hidden(w, head.views(x), times, context);
    }

    final Head head() {
        return head;
    }

    @Override
    public final Tensor antisymmetric(Tensor x, Tensor t, Context context) {
        Parameters.ByName w = parameters.as(Precision.current(parameters.values()));
        Tensor g = head.antisymmetric(parameters, w, views(w, x, t, context), x, t, context);
        Tensor mask = context.mask();
        return mask == null ? g : g.mul(mask.unsqueeze(-1));
    }

    @Override
    public final Parameters parameters() {
        return parameters;
    }

    static void checkSpace(int sites, int states, int fewest) {
        if (sites < fewest || states < 2) {
            throw new IllegalArgumentException("this network needs at least " + fewest + " sites and 2 states");
        }
    }

    /** For networks that know no padding: ignoring a mask would be a wrong answer. */
    static void refuse(@Nullable Tensor mask) {
        if (mask != null) {
            throw new IllegalArgumentException(
                    "of the networks only letf and legf, without symmetry, take targets with padded sites");
        }
    }
}
