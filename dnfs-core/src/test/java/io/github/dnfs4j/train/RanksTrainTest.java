package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.flow.Point;
import io.github.dnfs4j.optim.Descent;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.Estimator;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.torch.Crew;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranks that each take their part of what one process takes do what it does. */
@EnabledOnOs(OS.LINUX)
class RanksTrainTest {
    private static final int BATCH = 24;
    private static final int STEPS = 15;

    /** The weights, gradient norms and losses of some steps, in which a rank takes its part of each batch. */
    private static double[] followed(Ranks ranks) {
        long part = BATCH / ranks.size();
        try (Rng rng = Rng.seeded(3, Device.CPU);
                Model model = Model.create(Tiny.run(1), ranks.own(Rng.seeded(8, Device.CPU)));
                Residual residual = new Residual(model.flow());
                Descent descent = Descent.averaging(model.flow().net().parameters(), 1e-4, 0.5, 0.9, ranks);
                Scope scope = Scope.open()) {
            double[] all = new double[2 * STEPS];
            for (int k = 0; k < STEPS; k++) {
                Tensor x = rng.integers(2, BATCH, model.target().space().sites());
                Batch batch = new Batch(x, rng.uniform(BATCH), rng.uniform(BATCH), Tensors.range(BATCH, Device.CPU));
                descent.tell(k + 1, 0.01);
                Descent.Outcome o = descent.step(residual.backward(batch.part(ranks.rank() * part, part)));
                all[2 * k] = o.loss().item_double();
                all[2 * k + 1] = o.norm().item_double();
            }
            double[] weights = Tensors.doubles(descent.average());
            double[] both = Arrays.copyOf(all, all.length + weights.length);
            System.arraycopy(weights, 0, both, all.length, weights.length);
            return both;
        }
    }

    @Test
    void halvesOfABatchFollowTheWhole() throws Exception {
        double[] whole = followed(Ranks.ALONE);
        List<double[]> halves = Crew.of(2, RanksTrainTest::followed);
        assertThat(halves.get(1)).containsExactly(halves.get(0));
        for (int k = 0; k < whole.length; k++) {
            // One step differs by rounding, which later ones amplify.
            double close = k < 2 || k >= 2 * STEPS ? 1e-6 : 1e-4;
            assertThat(halves.get(0)[k]).isCloseTo(whole[k], within(close * Math.max(1, Math.abs(whole[k]))));
        }
        assertThat(whole[2 * STEPS - 2]).as("it learns").isLessThan(0.9 * whole[0]);
    }

    /** What is not finite on one rank leaves the step out on all. */
    @Test
    void allRanksLeaveOutTheSameSteps() throws Exception {
        List<Double> skipped = Crew.of(2, ranks -> {
            try (Rng rng = Rng.seeded(1, Device.CPU);
                    Model model = Model.create(Tiny.run(1), rng);
                    Descent descent = Descent.averaging(model.flow().net().parameters(), 0, 1, 0.9, ranks);
                    Scope scope = Scope.open()) {
                for (int k = 1; k <= 4; k++) {
                    descent.tell(k, 0.01);
                    boolean wrong = ranks.rank() == k % 3;
                    descent.step(Tensors.full(wrong ? Double.NaN : 1, Device.CPU));
                }
                return Tensors.doubles(descent.state().get("skipped"))[0];
            }
        });
        assertThat(skipped).as("steps 1, 3 and 4").containsExactly(3.0, 3.0);
    }

    private static SlopeEstimates.Found found(Estimator estimator, AnnealingPath path, int groups, Ranks ranks) {
        SlopeEstimates estimates = new SlopeEstimates(estimator, path, groups, ranks);
        int n = 12;
        try (Rng rng = Rng.seeded(5, Device.CPU)) {
            for (int k = 0; k < 3; k++) {
                // U apart by rank: there is something between the means of the ranks.
                Tensor u = rng.uniform(n).add(Tensors.range(n, Device.CPU));
                Tensor g = rng.uniform(n).mul(u);
                long part = n / ranks.size();
                Tensor mine = u.narrow(0, ranks.rank() * part, part);
                Tensor xi = path.timeDerivative(mine).sub(g.narrow(0, ranks.rank() * part, part));
                estimates.at(new Point(mine, mine, mine, mine, xi, xi));
            }
        }
        return estimates.finish();
    }

    private static double[] numbers(SlopeEstimates.Found found) {
        SlopeEstimates.Noise noise = found.noise();
        double[] slopes = Tensors.doubles(found.slopes());
        double[] all = Arrays.copyOf(slopes, slopes.length + 4 + noise.residuals().length);
        all[slopes.length] = noise.naiveStd();
        all[slopes.length + 1] = noise.controlledStd();
        all[slopes.length + 2] = noise.varianceRatio();
        all[slopes.length + 3] = noise.fallbacks();
        System.arraycopy(noise.residuals(), 0, all, slopes.length + 4, noise.residuals().length);
        return all;
    }

    @ParameterizedTest
    @EnumSource(
            value = Estimator.class,
            names = {"NAIVE", "CONTROL_VARIATE", "OPTIMAL"})
    void slopesAreThoseOfAllPaths(Estimator estimator) throws Exception {
        AnnealingPath path = new AnnealingPath(Ising.lattice(3, 0.2, 0.1));
        Crew.Work<double[]> work = ranks -> {
            try (Scope scope = Scope.open()) {
                return numbers(found(estimator, path, 0, ranks));
            }
        };
        double[] whole = work.as(Ranks.ALONE);
        List<double[]> parts = Crew.of(2, work);
        assertThat(parts.get(0)).containsExactly(whole, within(1e-10));
        assertThat(parts.get(1)).containsExactly(parts.get(0));
    }

    /** Instances differ by rank, and so do their slopes; what is told of them is of all. */
    @Test
    void slopesOfOwnInstancesStayTheirOwn() throws Exception {
        AnnealingPath path = new AnnealingPath(Ising.lattice(3, 0.2, 0.1));
        List<double[]> slopes = Crew.of(2, ranks -> {
            try (Scope scope = Scope.open()) {
                SlopeEstimates.Found found = found(Estimator.NAIVE, path, 2, ranks);
                return new double[] {
                    found.slopes().size(1),
                    found.slopes().mean().item_double(),
                    found.noise().naiveStd()
                };
            }
        });
        assertThat(slopes.get(0)[0]).isEqualTo(2);
        assertThat(slopes.get(1)[1]).isGreaterThan(slopes.get(0)[1] + 5);
        assertThat(slopes.get(1)[2]).isEqualTo(slopes.get(0)[2]);
    }

    @Test
    void sharesMustBeWhole() {
        TrainSettings train = TrainSettings.DEFAULT;
        assertThat(train.share(4).optimiser().batch())
                .isEqualTo(train.optimiser().batch() / 4);
        assertThat(train.share(4).paths().trajectories())
                .isEqualTo(train.paths().trajectories() / 4);
        assertThatThrownBy(() -> train.share(3))
                .hasMessage(
                        "batch (128) and trajectories (256) are those of all processes: they must be multiples of 3");
    }
}
