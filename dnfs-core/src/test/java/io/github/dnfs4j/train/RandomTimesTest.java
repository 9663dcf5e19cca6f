package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.HashSet;
import java.util.Set;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

/** Rounds with times of their own: every state keeps its time, and c is that of the newest round at this time. */
class RandomTimesTest {
    @Test
    void statesKeepTheirTimesAndReadTheNewestEstimates() {
        TrainSettings settings =
                MethodTest.settings(1, "train.randomTimes=true").train();
        TimeGrid[] grids = {
            TimeGrid.jittered(8, 1, new double[] {0.1, 0.9, 0.3, 0.5, 0.7, 0.2, 0.6}),
            TimeGrid.jittered(8, 1, new double[] {0.8, 0.4, 0.6, 0.1, 0.2, 0.9, 0.5})
        };
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU);
                ReplayBuffer buffer = new ReplayBuffer(settings, new StateSpace(2, 10), 0, Device.CPU)) {
            for (int r = 0; r < 2; r++) {
                buffer.beginRound(grids[r]);
                for (int k = 0; k <= 8; k++) {
                    // Site 0 = round, site 1 = k; c of the newest round is linear in time: 3 t + 1.
                    Tensor x = Tensors.of(new long[] {r, k}, Device.CPU, 1, 2).expand(16, 2);
                    buffer.add(k, x, Tensors.full(r == 0 ? -100 : 3 * grids[r].at(k) + 1, Device.CPU));
                }
            }
            Batch batch = buffer.draw(rng.uniform(3, 500));
            long[] x = Tensors.longs(batch.x());
            double[] t = Tensors.doubles(batch.t());
            double[] c = Tensors.doubles(batch.c());
            Set<Double> seen = new HashSet<>();
            for (int n = 0; n < t.length; n++) {
                assertThat(t[n]).isEqualTo(grids[(int) x[2 * n]].at((int) x[2 * n + 1]));
                assertThat(c[n]).isCloseTo(3 * t[n] + 1, within(1e-12));
                seen.add(t[n]);
            }
            assertThat(seen).as("the ends are shared").hasSize(16);
        }
    }

    /** A clear leaves nothing of the rounds before. */
    @Test
    void aClearedBufferDrawsFromTheNextRoundAlone() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU);
                ReplayBuffer buffer = new ReplayBuffer(Tiny.train(1), new StateSpace(2, 10), 0, Device.CPU)) {
            for (int r = 1; r <= 2; r++) {
                buffer.clear();
                buffer.beginRound(8);
                for (int k = 0; k <= 8; k++) {
                    buffer.add(k, Ops.times(Tensors.full(r, Device.CPU, 16, 2), 1), Tensors.full(0, Device.CPU));
                }
            }
            assertThat(Tensors.longs(buffer.draw(rng.uniform(3, 200)).x())).containsOnly(2L);
        }
    }
}
