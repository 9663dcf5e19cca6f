package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.Parameters;
import java.util.Collection;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A network whose hidden state of a site, {@code z_i}, does not depend on x_i; a {@link LeNet} makes rates of it. It has a
 * shape and no weights, so that all threads may share it.
 */
public interface HollowBody {
    /** Lays out its weights. */
    void register(Parameters.Builder p);

    /** z, [n, d, h], of states x [n, d] at times t [n], by weights of the type in which to compute: row i does not depend on x_i. */
    Tensor hidden(Parameters.ByName w, Tensor x, Tensor t, Context context);

    /** See {@link RateNet#grown}; the names are those of all weights of this network. */
    default Map<String, Tensor> grown(Map<String, Tensor> weights, Collection<String> names) {
        return weights;
    }

    /** Refuses fewer sites than a network can have. */
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
