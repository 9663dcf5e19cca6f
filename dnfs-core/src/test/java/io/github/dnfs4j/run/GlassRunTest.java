package io.github.dnfs4j.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Layout;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.TrainListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One network for all glasses: a training like any other, and samples of bonds that it never saw. */
class GlassRunTest {
    private static final TrainListener DEAF = new TrainListener() {};

    @TempDir
    Path dir;

    private static RunSettings tiny(Layout.Law bonds, int steps) {
        RunSettings defaults = RunSettings.defaults(new TargetSettings.Glass(3, 1, bonds, 1));
        return SettingsFile.of(defaults)
                .set("device", "cpu")
                .set("network.hidden", "8")
                .set("network.reach", "1")
                .set("train.minutes", "0")
                .set("train.steps", String.valueOf(steps))
                .set("train.batch", "64")
                .set("train.trajectories", "64")
                .set("train.timeSteps", "10")
                .set("train.stepsPerRound", "4")
                .set("train.replayRounds", "3")
                .set("sampling.cells", "8")
                .settings();
    }

    private static float[] weights(Path folder) throws IOException {
        try (Model model = Model.load(folder)) {
            return Tensors.floats(model.flow().net().parameters().values());
        }
    }

    /** Stopped inside a round and at its borders; the bonds of the replay buffer are part of the checkpoint. */
    @ParameterizedTest
    @EnumSource(
            value = Layout.Law.class,
            names = {"PM", "GAUSSIAN"})
    void resumedRunEndsWithTheSameBits(Layout.Law bonds) throws IOException {
        Path whole = dir.resolve("whole");
        try (TrainingRun run = TrainingRun.create(whole, tiny(bonds, 30))) {
            run.train(DEAF, () -> false);
        }
        Path parts = dir.resolve("parts");
        for (int stopAt : new int[] {3, 8, 17, 30}) {
            try (TrainingRun run =
                    Files.exists(parts) ? TrainingRun.resume(parts) : TrainingRun.create(parts, tiny(bonds, 30))) {
                run.train(DEAF, () -> run.trainer().steps() >= stopAt);
            }
        }
        assertThat(weights(parts)).containsExactly(weights(whole));
        assertThat(Files.readAllLines(parts.resolve("metrics.jsonl")))
                .containsExactlyElementsOf(Files.readAllLines(whole.resolve("metrics.jsonl")));
    }

    /** E[w] = Z and &lt;U&gt; for instances of either law that training did not draw, against enumeration. */
    @ParameterizedTest
    @EnumSource(
            value = Layout.Law.class,
            names = {"PM", "GAUSSIAN"})
    void weightsAreUnbiasedOnInstancesThatWereNotTrained(Layout.Law bonds) throws IOException {
        Path folder = dir.resolve("run");
        try (TrainingRun run = TrainingRun.create(folder, tiny(bonds, 60))) {
            run.train(DEAF, () -> false);
        }
        RunSettings settings = Model.settings(folder);
        double least = 1;
        for (long seed = 100; seed < 104; seed++) {
            Target instance = new TargetSettings.Glass(3, 1, bonds, seed).build();
            Enumeration exact = Enumeration.of(instance);
            try (Model model = Model.load(folder, settings, instance);
                    Rng rng = Rng.seeded(seed, Device.CPU)) {
                assertThat(model.target()).isSameAs(instance);
                SampleSet samples = model.sampler().sample(4000, rng);
                double[] w = samples.logWeights();
                least = Math.min(least, Weights.ess(w));
                assertThat(Weights.logMean(w))
                        .as("log Z of seed %d", seed)
                        .isCloseTo(exact.logZ(), within(4 * Weights.logMeanStandardError(w)));
                double[] each = samples.logDensity();
                Estimate u = Weights.expectation(w, k -> each[k]);
                assertThat(u.value())
                        .as("<U> of seed %d", seed)
                        .isCloseTo(exact.exact().meanLogDensity(), within(4 * u.standardError()));
            }
        }
        assertThat(least).as("the worst ESS").isBetween(0.1, 0.9999);
    }

    /** Training pays on bonds it has not seen: the same network, before and after. */
    @Test
    void aTrainedNetworkIsBetterOnUnseenBonds() throws IOException {
        assertThat(ess(300)).isGreaterThan(ess(1) + 0.02);
    }

    private double ess(int steps) throws IOException {
        Path folder = dir.resolve("run-" + steps);
        try (TrainingRun run = TrainingRun.create(folder, tiny(Layout.Law.PM, steps))) {
            run.train(DEAF, () -> false);
        }
        double sum = 0;
        for (long seed = 200; seed < 204; seed++) {
            Target instance = new TargetSettings.Glass(3, 1, Layout.Law.PM, seed).build();
            try (Model model = Model.load(folder, Model.settings(folder), instance);
                    Rng rng = Rng.seeded(seed, Device.CPU)) {
                sum += Weights.ess(model.sampler().sample(1000, rng).logWeights()) / 4;
            }
        }
        return sum;
    }

    @Test
    void anInstanceOfAnotherSizeTakesTheSameWeights() throws IOException {
        Path folder = dir.resolve("run");
        try (TrainingRun run = TrainingRun.create(folder, tiny(Layout.Law.PM, 5))) {
            run.train(DEAF, () -> false);
        }
        Target larger = new TargetSettings.Glass(4, 1, Layout.Law.PM, 7).build();
        try (Model model = Model.load(folder, Model.settings(folder), larger);
                Rng rng = Rng.seeded(1, Device.CPU)) {
            assertThat(model.sampler().sample(10, rng).space().sites()).isEqualTo(16);
        }
    }

    @Test
    void refusesWhatItCannotSample() throws IOException {
        Path folder = dir.resolve("run");
        try (TrainingRun run = TrainingRun.create(folder, tiny(Layout.Law.PM, 2))) {
            run.train(DEAF, () -> false);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Model.load(folder, Model.settings(folder), Ising.lattice(3, 0.2, 0.1)))
                .withMessageContaining("leglass needs spins without a field on a square lattice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TargetSettings.Glass(3, 1, Layout.Law.UNIFORM, 1))
                .withMessageContaining("pm or gaussian");
        RunSettings odd = SettingsFile.of(tiny(Layout.Law.PM, 2))
                .set("train.trajectories", "40")
                .settings();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TrainingRun.create(dir.resolve("odd"), odd))
                .withMessageContaining("trajectories must be a multiple of 16");
        assertThat(dir.resolve("odd")).doesNotExist();
        Layout drawn = new Layout(Layout.Kind.SQUARE, Layout.Boundary.FREE, Layout.Law.PM, 1, List.of());
        RunSettings one = RunSettings.defaults(new TargetSettings.Ising(3, 0.5, 0, drawn));
        assertThat(one.with(NetworkSettings.defaults("leglass")).network().symmetric())
                .as("an instance of its own may have the network of all")
                .isTrue();
        RunSettings ising = RunSettings.defaults(new TargetSettings.Ising(3, 0.2, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ising.with(NetworkSettings.defaults("leglass")))
                .withMessageContaining("leglass needs");
    }
}
