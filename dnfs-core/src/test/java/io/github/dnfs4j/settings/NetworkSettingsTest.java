package io.github.dnfs4j.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.net.Context;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.net.Torus;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Lattice;
import io.github.dnfs4j.target.OnLattice;
import io.github.dnfs4j.target.Potts;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.EqualPairs;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class NetworkSettingsTest {
    @Test
    void everyKindIsBuiltAndEachIsAnother() {
        Set<Class<?>> classes = new HashSet<>();
        Target ring = new OnLattice(EqualPairs.ring(12, 3, 1, 0.1, 1), new Lattice(3, 4));
        Target glass = TargetSettings.defaults("glass").build();
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            for (NetworkSettings settings : NetworkSettings.DEFAULTS) {
                Target target = settings instanceof NetworkSettings.Leglass ? glass : ring;
                try (RateNet net = settings.build(target, rng)) {
                    assertThat(net.parameters().count()).isPositive();
                    classes.add(
                            settings.body(12, 2, Optional.of(new Torus(3, 4))).getClass());
                }
            }
        }
        assertThat(classes).hasSize(NetworkSettings.KINDS.size());
    }

    /** 32 bits are no grid: leconv pads them to 6x6, networks of lattices say what they need. */
    @Test
    void whereThereIsNoLatticeOnlyNetworksOfLatticesRefuse() {
        Target target = EqualPairs.ring(32, 2, 1, 0.1, 1);
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            for (String kind : NetworkSettings.KINDS) {
                NetworkSettings settings = NetworkSettings.defaults(kind);
                boolean glass = settings instanceof NetworkSettings.Leglass;
                if (glass || List.of("lelattice", "lepyramid").contains(kind)) {
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> settings.build(target, rng))
                            .withMessageContaining(
                                    kind + " needs " + (glass ? "spins" : "a target on a periodic lattice"))
                            .withMessageContaining("possible: letf, lemlp, leattn, leconv");
                } else {
                    settings.build(target, rng).close();
                }
            }
        }
    }

    @Test
    void everyKindIsBuiltSymmetricForTargetsThatAreAndRefusedForOthers() {
        try (Rng rng = Rng.seeded(1, Device.CPU);
                Scope scope = Scope.open()) {
            for (NetworkSettings plain : NetworkSettings.DEFAULTS) {
                if (plain instanceof NetworkSettings.Leglass) {
                    continue; // of spins alone
                }
                NetworkSettings settings = plain.withSymmetric(true);
                Target field = new OnLattice(EqualPairs.ring(9, 3, 1, 0.1, 1), new Lattice(3, 3));
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> settings.build(field, rng))
                        .withMessageContaining("a symmetric network needs a target");
                try (RateNet net = settings.build(Potts.lattice(3, 3, 0.7), rng);
                        RateNet replica = net.replica()) {
                    Tensor x = rng.integers(3, 2, 9);
                    Tensor t = rng.uniform(2).to(ScalarType.Float);
                    Context context = new Context(rng.normal(2, 9, 3));
                    Tensor g = net.antisymmetric(x, t, context);
                    Tensor exchanged = x.add(Ops.scalar(1L)).remainder(Ops.scalar(3L));
                    Context same = new Context(context.features().roll(new long[] {1}, 2));
                    Tensor after = replica.antisymmetric(exchanged, t, same).roll(new long[] {-1}, 2);
                    assertThat(g.sub(after).abs().max().item_double())
                            .isLessThan(1e-5 * g.abs().max().item_double());
                }
            }
        }
    }

    /** Nobody need say which network an own target on a lattice should have. */
    @Test
    void theDefaultFollowsTheStructure() {
        Target ring = EqualPairs.ring(9, 3, 1, 0.1, 1);
        Target on = new OnLattice(ring, new Lattice(3, 3));
        assertThat(NetworkSettings.suited(ring)).isEqualTo(NetworkSettings.defaults("letf"));
        assertThat(NetworkSettings.suited(on)).isEqualTo(NetworkSettings.defaults("lelattice"));
        assertThat(NetworkSettings.suited(Potts.lattice(3, 3, 0.7)))
                .isEqualTo(NetworkSettings.defaults("lelattice").withSymmetric(true));
        assertThat(NetworkSettings.suited(Ising.lattice(3, 0.2, 0))).isEqualTo(NetworkSettings.defaults("lelattice"));
    }

    @Test
    void unknownKindsListThePossibleOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NetworkSettings.defaults("mlp"))
                .withMessage(
                        "unknown network 'mlp'; possible: letf, lemlp, leattn, leconv, lelattice, lepyramid, leglass");
    }
}
