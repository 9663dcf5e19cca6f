package io.github.dnfs4j.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** leGF on padded batches of different graphs: row k is a cycle of k + 3 sites, or a path where k is odd. */
class LeGraphformerTest {
    private static final int ROWS = 6;
    private static final int SITES = 8;
    private static final int STATES = 3;

    /** Row k has the features of a quadratic energy on its graph: c_i sees the neighbours of i, not x_i. */
    private static Tensor features(Tensor x, Tensor distances, Tensor mask) {
        Tensor edges = distances.eq(Ops.scalar(1L)).logical_and(mask.unsqueeze(1));
        Tensor around = edges.to(ScalarType.Double)
                .bmm(x.to(ScalarType.Double).unsqueeze(-1))
                .squeeze(-1);
        Tensor tau = Tensors.range(STATES, Device.CPU).to(ScalarType.Double);
        return Ops.centre(around.unsqueeze(-1).mul(tau).mul(Ops.scalar(0.3)));
    }

    private static Tensor distances(long unreachable) {
        long[] all = new long[ROWS * SITES * SITES];
        Arrays.fill(all, unreachable);
        for (int k = 0; k < ROWS; k++) {
            int n = k + 3;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    int along = Math.abs(i - j);
                    all[(k * SITES + i) * SITES + j] = k % 2 == 0 ? Math.min(along, n - along) : along;
                }
            }
        }
        return Tensors.of(all, Device.CPU, ROWS, SITES, SITES).to(ScalarType.Byte);
    }

    private static Tensor mask() {
        Tensor site = Tensors.range(SITES, Device.CPU);
        return site.unsqueeze(0).lt(Ops.plus(Tensors.range(ROWS, Device.CPU), 3).unsqueeze(1));
    }

    private static Tensor g(LeNet net, Tensor x, Tensor distances) {
        Context context = new Context(features(x, distances, mask()), mask(), distances, null);
        return Ops.withoutGradient(() -> net.antisymmetric(x, Tensors.full(0.3, Device.CPU, ROWS), context));
    }

    private static double largest(Tensor t) {
        return t.abs().max().item_double();
    }

    @Test
    void paddedBatchesOfGraphsAreLocallyEquivariant() {
        for (Readout readout : Readout.values()) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(1, Device.CPU);
                    LeNet net =
                            Networks.legf(SITES, STATES, 2, 2, false, readout).random(1, ScalarType.Double)) {
                Tensor psi = distances(255);
                Tensor x = rng.integers(STATES, ROWS, SITES);
                Tensor g = g(net, x, psi);
                assertThat(largest(g)).isGreaterThan(1e-3);
                for (int site = 0; site < SITES; site++) {
                    for (int tau = 0; tau < STATES; tau++) {
                        Tensor y = x.clone();
                        y.select(1, site).fill_(Ops.scalar((long) tau));
                        Tensor there = g.select(1, site).select(1, tau);
                        Tensor back = Ops.pick(g(net, y, psi).select(1, site), x.select(1, site));
                        assertThat(largest(there.add(back)) / largest(g))
                                .as("site %d, tau %d", site, tau)
                                .isLessThan(1e-11);
                    }
                }
                assertThat(largest(g.masked_select(mask().unsqueeze(-1).logical_not())))
                        .isZero();
            }
        }
    }

    @Test
    void distancesMatterAndThoseOfPaddedSitesDoNot() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(2, Device.CPU);
                LeNet net =
                        Networks.legf(SITES, STATES, 2, 2, true, Readout.PLAIN).random(2, ScalarType.Double)) {
            Tensor x = rng.integers(STATES, ROWS, SITES);
            Tensor g = g(net, x, distances(255));
            assertThat(largest(g.sub(g(net, x, distances(2))))).isZero();
            Tensor moved = distances(255);
            moved.select(0, 3).select(0, 1).narrow(0, 4, 1).fill_(Ops.scalar(255L));
            Tensor change = g.sub(g(net, x, moved)).abs().sum(-1);
            assertThat(change.select(0, 3).select(0, 1).item_double()).isGreaterThan(1e-6);
            assertThat(change.select(0, 2).sum().item_double()).isZero();
        }
    }

    /** Two states on cycles and paths with random couplings, which L layers of messages see L + 1 steps far. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void withCouplingsItStaysLocallyEquivariantAndSeesAsFarAsItsMessagesGo(int layers) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(3, Device.CPU);
                LeNet net =
                        Networks.legf(SITES, 2, 2, layers, true, Readout.ENERGY).random(3, ScalarType.Double)) {
            Tensor psi = distances(255);
            Tensor edges =
                    psi.eq(Ops.scalar(1L)).logical_and(mask().unsqueeze(1)).to(ScalarType.Double);
            Tensor noise = rng.uniform(ROWS, SITES, SITES);
            Tensor j = edges.mul(noise.add(noise.transpose(1, 2)));
            Tensor x = rng.integers(2, ROWS, SITES);
            Tensor g = coupled(net, x, psi, j);
            for (int site = 0; site < SITES; site++) {
                Tensor y = x.clone();
                y.select(1, site).copy_(Ops.plus(y.select(1, site).neg(), 1));
                Tensor there = Ops.pick(g.select(1, site), y.select(1, site));
                Tensor back = Ops.pick(coupled(net, y, psi, j).select(1, site), x.select(1, site));
                assertThat(largest(there.add(back)) / largest(g))
                        .as("site %d", site)
                        .isLessThan(1e-11);
            }
            // The last row is a path of 8. The coupling of sites 3 and 4 stands in the odds of site 4, where x_3 = 1.
            Tensor other = j.clone();
            other.select(0, 5).select(0, 3).select(0, 4).fill_(Ops.scalar(3.0));
            other.select(0, 5).select(0, 4).select(0, 3).fill_(Ops.scalar(3.0));
            x.select(0, 5).select(0, 3).fill_(Ops.scalar(1L));
            Tensor change = coupled(net, x, psi, j)
                    .sub(coupled(net, x, psi, other))
                    .abs()
                    .select(0, 5);
            for (int site = 5; site < SITES; site++) {
                double seen = change.select(0, site).sum().item_double();
                assertThat(seen > 1e-6).as("site %d", site).isEqualTo(site <= 4 + layers);
            }
        }
    }

    private static Tensor coupled(LeNet net, Tensor x, Tensor psi, Tensor j) {
        Tensor u = j.bmm(x.to(ScalarType.Double).unsqueeze(-1)).squeeze(-1);
        Tensor features = Ops.centre(Ops.stack(-1, Ops.times(u, 0), u));
        Context context = new Context(features, mask(), psi, j);
        return Ops.withoutGradient(() -> net.antisymmetric(x, Tensors.full(0.3, Device.CPU, ROWS), context));
    }
}
