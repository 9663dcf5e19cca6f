package io.github.dnfs4j.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.testkit.LocalEquivariance;
import io.github.dnfs4j.testkit.Pairwise;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;

/** What makes a {@link LeNet} locally equivariant: the hidden state of every site is the same for all values of that site. */
final class Hollowness {
    private Hollowness() {}

    static void check(LeNet net, StateSpace space, long seed, double tolerance) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(seed, Device.CPU)) {
            int d = space.sites();
            int s = space.states();
            // Rows i S + tau: x with x_i set to tau.
            Tensor x = rng.integers(s, 1, d).repeat((long) d * s, 1);
            for (int row = 0; row < d * s; row++) {
                x.select(0, row).select(0, row / s).fill_(Ops.scalar((long) (row % s)));
            }
            Tensor t = Tensors.full(0.3, Device.CPU, (long) d * s)
                    .to(net.parameters().values().scalar_type());
            Context context = LocalEquivariance.context(Pairwise.random(space, 1 / Math.sqrt(d), seed), x);
            Tensor all = Ops.withoutGradient(() -> net.views(net.parameters()::get, x, t, context));
            // [site that moves, its value, site that is looked at, h]
            Tensor z = all.view((long) d * s, net.head().views(), d, -1)
                    .transpose(1, 2)
                    .reshape(d, s, d, -1);
            double largest = z.abs().max().item_double();
            assertThat(largest).as("largest hidden state").isFinite().isGreaterThan(1e-3);
            for (int i = 0; i < d; i++) {
                Tensor own = z.select(0, i).select(1, i);
                double change = own.sub(own.narrow(0, 0, 1)).abs().max().item_double();
                assertThat(change / largest)
                        .as("change of hidden state %d with x_%d", i, i)
                        .isLessThan(tolerance);
            }
        }
    }
}
