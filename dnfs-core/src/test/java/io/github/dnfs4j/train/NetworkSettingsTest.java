package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.target.EqualPairs;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NetworkSettingsTest {
    @Test
    void everyKindIsBuiltAndEachIsAnother() {
        Set<Class<?>> classes = new HashSet<>();
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            for (String kind : NetworkSettings.KINDS) {
                try (RateNet net = NetworkSettings.defaults(kind)
                        .build(EqualPairs.ring(12, 3, 1, 0.1, 1), Optional.of(new int[] {3, 4}), rng)) {
                    assertThat(net.parameters().count()).isPositive();
                    classes.add(net.getClass());
                }
            }
        }
        assertThat(classes).hasSize(NetworkSettings.KINDS.size());
    }

    /** 32 bits are no grid: leconv pads them to 6x6, lelattice says what it needs. */
    @Test
    void whereThereIsNoLatticeOnlyLelatticeRefuses() {
        Target target = EqualPairs.ring(32, 2, 1, 0.1, 1);
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            for (String kind : NetworkSettings.KINDS) {
                NetworkSettings settings = NetworkSettings.defaults(kind);
                if (kind.equals("lelattice")) {
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> settings.build(target, rng))
                            .withMessageContaining("lelattice needs a target on a periodic lattice")
                            .withMessageContaining("possible: letf, lemlp, leattn, leconv");
                } else {
                    settings.build(target, rng).close();
                }
            }
        }
    }

    @Test
    void unknownKindsListThePossibleOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NetworkSettings.defaults("mlp"))
                .withMessage("unknown network 'mlp'; possible: letf, lemlp, leattn, leconv, lelattice");
    }
}
