package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.flow.Point;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.HashMap;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class ReplayBufferTest {
    private static final int PATHS = 16;
    private static final int GRID = 8;

    /** A round whose states name the round and the time: site 0 = round, site 1 = k. */
    private static void round(ReplayBuffer buffer, int round, int reach) {
        buffer.beginRound(reach);
        for (int k = 0; k <= reach; k++) {
            long[] x = new long[PATHS * 2];
            double[] xi = new double[PATHS];
            for (int p = 0; p < PATHS; p++) {
                x[2 * p] = round;
                x[2 * p + 1] = k;
                xi[p] = 100 * round + k + (p % 2 == 0 ? 1 : -1);
            }
            Tensor u = Tensors.full(0, Device.CPU, PATHS);
            buffer.add(
                    k, new Point(Tensors.of(x, Device.CPU, PATHS, 2), u, u, u, u, Tensors.of(xi, Device.CPU, PATHS)));
        }
    }

    private static Map<String, Integer> draws(ReplayBuffer buffer, int count, int newest) {
        Map<String, Integer> seen = new HashMap<>();
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(5, Device.CPU)) {
            Batch batch = buffer.draw(rng.uniform(3, count));
            long[] x = Tensors.longs(batch.x());
            double[] t = Tensors.doubles(batch.t());
            double[] c = Tensors.doubles(batch.c());
            for (int n = 0; n < count; n++) {
                long k = x[2 * n + 1];
                assertThat(t[n]).isEqualTo(k / (double) GRID);
                assertThat(c[n]).as("the newest mean of xi at time %d", k).isEqualTo(100 * newest + k);
                seen.merge(x[2 * n] + "@" + k, 1, Integer::sum);
            }
        }
        return seen;
    }

    @Test
    void drawsTimesUniformlyAndOnlyRoundsThatReachedThem() {
        try (Scope scope = Scope.open();
                ReplayBuffer buffer = new ReplayBuffer(Tiny.train(1), new StateSpace(2, 10), 0, Device.CPU)) {
            round(buffer, 1, 2);
            round(buffer, 2, 4);
            Map<String, Integer> seen = draws(buffer, 8000, 2);
            assertThat(seen.keySet()).containsExactlyInAnyOrder("1@0", "1@1", "1@2", "2@0", "2@1", "2@2", "2@3", "2@4");
            // Five times, 1,600 draws each; at the first three they are shared by two rounds.
            assertThat(seen.get("2@4")).isBetween(1450, 1750);
            assertThat(seen.get("2@0")).isBetween(700, 900);
        }
    }

    @Test
    void oldestRoundIsOverwritten() {
        try (Scope scope = Scope.open();
                ReplayBuffer buffer = new ReplayBuffer(Tiny.train(1), new StateSpace(2, 10), 0, Device.CPU)) {
            for (int r = 1; r <= 5; r++) {
                round(buffer, r, GRID);
            }
            Map<String, Integer> seen = draws(buffer, 4000, 5);
            assertThat(seen.keySet()).allMatch(s -> s.startsWith("3@") || s.startsWith("4@") || s.startsWith("5@"));
            assertThat(seen).hasSize(27);
        }
    }

    /** Time, round and path of a draw know nothing of each other: all of them come together, each as often. */
    @Test
    void everyPathOfEveryRoundAndTimeIsDrawn() {
        int rounds = 3;
        int[] seen = new int[rounds * (GRID + 1) * PATHS];
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(9, Device.CPU);
                ReplayBuffer buffer = new ReplayBuffer(Tiny.train(1), new StateSpace(3, 100), 0, Device.CPU)) {
            for (int round = 0; round < rounds; round++) {
                buffer.beginRound(GRID);
                for (int k = 0; k <= GRID; k++) {
                    long[] x = new long[3 * PATHS];
                    for (int p = 0; p < PATHS; p++) {
                        x[3 * p] = round;
                        x[3 * p + 1] = k;
                        x[3 * p + 2] = p;
                    }
                    buffer.add(k, Tensors.of(x, Device.CPU, PATHS, 3), Tensors.full(0, Device.CPU, 1));
                }
            }
            long[] x = Tensors.longs(
                    buffer.draw(rng.uniform(3, 100L * seen.length)).x());
            for (int n = 0; n < x.length; n += 3) {
                seen[(int) ((x[n] * (GRID + 1) + x[n + 1]) * PATHS + x[n + 2])]++;
            }
        }
        // A hundred each, give or take six deviations.
        for (int count : seen) {
            assertThat(count).isBetween(40, 160);
        }
    }

    /** Each state comes with the estimate and the row of its group in its round. */
    @Test
    void groupsKeepTheirEstimatesAndRows() {
        int groups = 4;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(6, Device.CPU);
                ReplayBuffer buffer = new ReplayBuffer(Tiny.train(1), new StateSpace(2, 100), groups, Device.CPU)) {
            for (int round = 0; round < 9; round++) {
                buffer.beginRound(GRID);
                long[] rows = Tensors.longs(buffer.rows());
                for (int k = 0; k <= GRID; k++) {
                    long[] x = new long[PATHS * 2];
                    double[] c = new double[groups];
                    for (int p = 0; p < PATHS; p++) {
                        int group = p / (PATHS / groups);
                        assertThat(rows[p]).isEqualTo((long) buffer.newest() * groups + group);
                        x[2 * p] = rows[p];
                        x[2 * p + 1] = k;
                        c[group] = 1000 * round + 10 * rows[p] + k;
                    }
                    buffer.add(k, Tensors.of(x, Device.CPU, PATHS, 2), Tensors.of(c, Device.CPU, groups));
                }
            }
            Batch batch = buffer.draw(rng.uniform(3, 500));
            long[] x = Tensors.longs(batch.x());
            long[] row = Tensors.longs(batch.row());
            double[] c = Tensors.doubles(batch.c());
            for (int n = 0; n < row.length; n++) {
                assertThat(row[n]).isEqualTo(x[2 * n]);
                assertThat(c[n] % 1000).isEqualTo(10 * x[2 * n] + x[2 * n + 1]);
            }
            assertThat(java.util.Arrays.stream(row).distinct().count()).isGreaterThan(groups);
        }
    }
}
