package io.github.dnfs4j.mcmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.target.Potts;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.Pairwise;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Objects;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class SweepsTest {
    /** On a CPU that is the one in plain loops; another target on the way, as on a ladder, gets its own. */
    @Test
    void gibbsIsTheFastestFormForEachTarget() {
        MarkovKernel sweep = Objects.requireNonNull(Sweeps.gibbs(1));
        Target dense = Pairwise.random(new StateSpace(9, 3), 0.5, 1);
        for (Target target : new Target[] {Potts.lattice(3, 3, 0.5), Potts.lattice(3, 3, 2), dense}) {
            AnnealingPath path = new AnnealingPath(target);
            try (Scope scope = Scope.open();
                    Rng one = Rng.seeded(1, Device.CPU);
                    Rng other = Rng.seeded(1, Device.CPU)) {
                Tensor x = path.start(20, one);
                path.start(20, other);
                long[] moved = Tensors.longs(sweep.step(path.target(), x, 0.7, one));
                MarkovKernel expected = target == dense ? new Gibbs() : new PairGibbs();
                assertThat(moved).containsExactly(Tensors.longs(expected.step(path.target(), x, 0.7, other)));
                assertThat(sweep.targetEvaluations(path.space())).isEqualTo(9 * 2);
            }
        }
    }

    @Test
    void areTheirStepsOneAfterAnother() {
        AnnealingPath path = new AnnealingPath(Potts.lattice(3, 3, 0.5));
        try (Scope scope = Scope.open();
                Rng one = Rng.seeded(1, Device.CPU);
                Rng other = Rng.seeded(1, Device.CPU)) {
            Tensor x = path.start(20, one);
            Tensor y = path.start(20, other);
            for (int k = 0; k < 3; k++) {
                y = new Gibbs().step(path.target(), y, 0.7, other);
            }
            MarkovKernel three = new Sweeps(new Gibbs(), 3);
            assertThat(Tensors.longs(three.step(path.target(), x, 0.7, one))).containsExactly(Tensors.longs(y));
            assertThat(three.targetEvaluations(path.space())).isEqualTo(3 * 9 * 2);
        }
        assertThat(Sweeps.gibbs(0)).isNull();
        assertThatIllegalArgumentException().isThrownBy(() -> new Sweeps(new Gibbs(), 0));
    }
}
