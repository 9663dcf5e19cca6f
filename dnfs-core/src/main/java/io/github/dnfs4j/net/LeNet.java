package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A {@link HollowBody} under a {@link Head}: what all our locally equivariant networks are.
 *
 * <pre>{@code
 * z_i = hidden(x, t)_i,  the same whatever x_i is          z [n, d, h]
 * G(tau, i | x) = v_i(tau; z_i) - v_i(x_i; z_i)            G [n, d, S]
 * }</pre>
 */
public final class LeNet implements RateNet {
    private final HollowBody body;
    private final Head head;
    private final Parameters parameters;

    /** With random weights on the device of {@code rng}; the states of the body are those that the head lets it see. */
    public LeNet(HollowBody body, Head head, Rng rng, ScalarType dtype) {
        this(body, head, layout(body, head).build(rng, dtype));
    }

    LeNet(HollowBody body, Head head, Parameters parameters) {
        this.body = body;
        this.head = head;
        this.parameters = parameters;
    }

    /** The weights of the body, then those of the head. */
    private static Parameters.Builder layout(HollowBody body, Head head) {
        Parameters.Builder p = new Parameters.Builder();
        body.register(p);
        head.register(p);
        return p;
    }

    /** z of all the views that the head wants of each state, [n views, d, h]. */
    Tensor views(Parameters.ByName w, Tensor x, Tensor t, Context context) {
        int views = head.views();
        if (views == 1) {
            return body.hidden(w, x, t, context);
        }
        HollowBody.refuse(context.mask());
        Tensor times = t.unsqueeze(1).expand(t.size(0), views).reshape(-1);
        return body.hidden(w, head.views(x), times, context);
    }

    HollowBody body() {
        return body;
    }

    Head head() {
        return head;
    }

    @Override
    public Tensor antisymmetric(Tensor x, Tensor t, Context context) {
        Parameters.ByName w = parameters.as(Precision.current(parameters.values()));
        Tensor g = head.antisymmetric(parameters, w, views(w, x, t, context), x, t, context);
        Tensor mask = context.mask();
        return mask == null ? g : g.mul(mask.unsqueeze(-1));
    }

    @Override
    public Parameters parameters() {
        return parameters;
    }

    @Override
    public Map<String, Tensor> grown(Map<String, Tensor> weights) {
        return body.grown(weights, parameters.names());
    }

    @Override
    public LeNet replica() {
        return new LeNet(body, head, parameters.replica());
    }
}
