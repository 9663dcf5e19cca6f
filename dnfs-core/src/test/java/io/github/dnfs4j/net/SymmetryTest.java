package io.github.dnfs4j.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/**
 * {@code G(pi tau, i | pi x) = G(tau, i | x)} for every permutation pi of the states, if the features of tau go to pi tau
 * as well. Local equivariance of the same networks is in {@link LocalEquivarianceTest}.
 */
class SymmetryTest {
    private static final int ROWS = 3;

    @Test
    void symmetricNetworksKnowNoStateFromAnother() {
        long seed = 1;
        for (Networks shape : Networks.symmetric()) {
            try (LeNet net = shape.random(seed++, ScalarType.Double)) {
                check(net, shape, seed);
            }
        }
    }

    /** The others do, and so does a symmetric one if one of its views is turned by a little. */
    @Test
    void whatBreaksItIsFound() {
        for (Networks shape : Networks.all()) {
            if (shape.space().sites() > 1 && !shape.name().startsWith("symmetric")) {
                try (LeNet net = shape.random(5, ScalarType.Double)) {
                    broken(net, shape);
                }
            }
        }
        for (Networks shape : Networks.symmetric()) {
            try (LeNet net = shape.random(5, ScalarType.Double)) {
                broken(Leaks.FAVOURITE.of(net), shape);
            }
        }
    }

    private static void broken(RateNet net, Networks shape) {
        assertThatThrownBy(() -> check(net, shape, 5))
                .as("%s", shape)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("after the permutation");
    }

    private static void check(RateNet net, Networks shape, long seed) {
        int d = shape.space().sites();
        int s = shape.space().states();
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(seed, Device.CPU)) {
            Tensor x = rng.integers(s, ROWS, d);
            Tensor t = rng.uniform(ROWS).to(ScalarType.Double);
            Tensor c = Ops.centre(rng.normal(ROWS, d, s).to(ScalarType.Double));
            Tensor g = net.antisymmetric(x, t, new Context(c));
            double largest = g.abs().max().item_double();
            assertThat(largest).isFinite().isGreaterThan(1e-6);
            List<long[]> permutations = new ArrayList<>();
            permute(new long[s], 0, permutations);
            // At S = 5 a sixth of them; the last is the reversal.
            for (int k = permutations.size() - 1; k > 0; k -= s == 5 ? 6 : 1) {
                Tensor pi = Tensors.of(permutations.get(k), Device.CPU, s);
                // y = pi x, and what belonged to tau stands at pi tau.
                Tensor y = pi.index_select(0, x.reshape(-1)).view(ROWS, d);
                Tensor moved = net.antisymmetric(y, t, new Context(c.index_select(2, pi.argsort())));
                Tensor back = moved.index_select(2, pi);
                assertThat(back.sub(g).abs().max().item_double() / largest)
                        .as("change of G after the permutation %d of %d states in %s", k, s, shape)
                        .isCloseTo(0, within(1e-11));
            }
        }
    }

    /** All permutations, in lexical order: the first is the identity. */
    private static void permute(long[] p, int from, List<long[]> out) {
        if (from == p.length) {
            out.add(p.clone());
            return;
        }
        for (long v = 0; v < p.length; v++) {
            boolean free = true;
            for (int k = 0; k < from; k++) {
                free &= p[k] != v;
            }
            if (free) {
                p[from] = v;
                permute(p, from + 1, out);
            }
        }
    }
}
