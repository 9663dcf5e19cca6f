package io.github.dnfs4j.combopt.amortised;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.Durable;
import io.github.dnfs4j.settings.TrainSettings.Budget;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Crew;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.AverageInDoubles;
import io.github.dnfs4j.train.TrainListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A training that is stopped and resumed is the training that was never stopped. */
class AmortisedRunTest {
    private static final TrainListener DEAF = new TrainListener() {};

    @TempDir
    Path dir;

    private static AmortisedSettings tiny(Annealing annealing) {
        return AmortisedSettings.defaults(GraphProblem.MIS, "er:5-8:0.3")
                .with(Map.ofEntries(
                        Map.entry("count", "20"),
                        Map.entry("train.minutes", "0"),
                        Map.entry("train.steps", "40"),
                        Map.entry("train.trajectories", "16"),
                        Map.entry("train.batch", "8"),
                        Map.entry("train.timeSteps", "8"),
                        Map.entry("train.stepsPerRound", "2"),
                        Map.entry("train.horizonGrowth", "0.95"),
                        Map.entry("train.replayRounds", "3"),
                        Map.entry("groups", "4"),
                        Map.entry("annealing", annealing.toString()),
                        Map.entry("network.hidden", "8"),
                        Map.entry("network.layers", "1")));
    }

    private record Heard(List<Object> all) implements TrainListener {
        @Override
        public void step(Step step) {
            all.add(step);
        }

        @Override
        public void round(Round round) {
            all.add(round);
        }
    }

    /** Runs up to a step. */
    private static void runUntil(AmortisedRun run, TrainListener listener, int stopAt) throws IOException {
        try (run) {
            run.train(listener, () -> run.trainer().steps() >= stopAt, ended -> {});
            assertThat(run.trainer().steps()).isEqualTo(stopAt);
        }
    }

    /** Stopped inside a round and at its borders; steps, rounds and the file of the model are the same. */
    @ParameterizedTest
    @EnumSource(Annealing.class)
    void resumedRunEndsWithTheSameBits(Annealing annealing) throws IOException {
        Heard whole = new Heard(new ArrayList<>());
        runUntil(AmortisedRun.create(dir.resolve("whole"), tiny(annealing), Device.CPU, Ranks.ALONE), whole, 40);
        Heard parts = new Heard(new ArrayList<>());
        Path folder = dir.resolve("parts");
        runUntil(AmortisedRun.create(folder, tiny(annealing), Device.CPU, Ranks.ALONE), parts, 3);
        for (int stopAt : new int[] {7, 10, 23, 40}) {
            assertThat(AmortisedRun.finished(folder)).isFalse();
            runUntil(AmortisedRun.resume(folder, Device.CPU, Ranks.ALONE), parts, stopAt);
        }
        assertThat(parts.all()).containsExactlyElementsOf(whole.all());
        assertThat(folder.resolve("model.safetensors")).hasSameBinaryContentAs(dir.resolve("whole/model.safetensors"));
        assertThat(AmortisedRun.finished(folder)).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AmortisedRun.resume(folder, Device.CPU, Ranks.ALONE))
                .withMessageContaining("trained to its end; give a larger budget");
    }

    /** Two ranks with graphs of their own: stopped by either they go on to the same bits. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void severalRanksResumeToTheSameBits() throws Exception {
        Path whole = dir.resolve("whole");
        Path parts = dir.resolve("parts");
        byRanks(whole, 40);
        for (int stopAt : new int[] {7, 10, 40}) {
            byRanks(parts, stopAt);
        }
        for (String file : new String[] {"model.safetensors", "metrics.jsonl"}) {
            assertThat(parts.resolve(file)).hasSameBinaryContentAs(whole.resolve(file));
        }
    }

    private static void byRanks(Path folder, int stopAt) throws Exception {
        List<Double> weights = Crew.of(2, ranks -> {
            AmortisedRun run;
            if (ranks.first()) {
                run = Files.exists(folder)
                        ? AmortisedRun.resume(folder, Device.CPU, ranks)
                        : AmortisedRun.create(folder, tiny(Annealing.ADAPTIVE), Device.CPU, ranks);
            } else {
                run = AmortisedRun.follow(Device.CPU, ranks, given -> {});
            }
            try (run;
                    Scope scope = Scope.open()) {
                run.train(DEAF, () -> ranks.rank() == 1 && run.trainer().steps() >= stopAt, ended -> {});
                assertThat(run.trainer().steps()).isEqualTo(stopAt);
                return run.model().parameters().values().square().sum().item_double();
            }
        });
        assertThat(weights.get(1)).isEqualTo(weights.get(0));
    }

    /** In memory and on disk. */
    @Test
    void aTrainedModelHasTheAverageOfTheWeights() throws IOException {
        Path folder = dir.resolve("run");
        AmortisedSettings settings = tiny(Annealing.LINEAR).with(Map.of("train.learningRate", "0.05"));
        AmortisedRun run = AmortisedRun.create(folder, settings, Device.CPU, Ranks.ALONE);
        AverageInDoubles followed;
        try (run) {
            Supplier<float[]> weights =
                    () -> Tensors.floats(run.model().parameters().values());
            AverageInDoubles all = new AverageInDoubles(
                    weights.get(), settings.train().optimiser().ema());
            run.train(
                    new TrainListener() {
                        @Override
                        public void step(Step step) {
                            all.add(step.number(), weights.get());
                        }
                    },
                    () -> false,
                    ended -> {});
            followed = all;
            assertThat(followed.apart()).isGreaterThan(1e-4);
            assertThat(weights.get()).containsExactly(followed.average(), within(1e-5f));
        }
        try (AmortisedModel model = AmortisedModel.load(folder, Device.CPU)) {
            // In bf16, but nearer to the average than to the raw weights.
            float[] read = Tensors.floats(model.parameters().values());
            assertThat(distance(read, followed.average())).isLessThan(0.7 * distance(read, followed.raw()));
        }
    }

    private static double distance(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += Math.pow(a[i] - b[i], 2);
        }
        return Math.sqrt(sum);
    }

    /** What belongs to the model is written before it is there. */
    @Test
    void aRunThatFailsAtItsVeryEndCanBeResumed() throws IOException {
        Path folder = dir.resolve("run");
        AmortisedRun first = AmortisedRun.create(folder, tiny(Annealing.LINEAR), Device.CPU, Ranks.ALONE);
        try (first) {
            assertThatThrownBy(() -> first.train(DEAF, () -> false, run -> {
                        assertThat(folder.resolve("model.safetensors")).doesNotExist();
                        throw new IOException("no space left");
                    }))
                    .isInstanceOf(IOException.class)
                    .hasMessage("no space left");
        }
        assertThat(AmortisedRun.finished(folder)).isFalse();
        runUntil(AmortisedRun.resume(folder, Device.CPU, Ranks.ALONE), DEAF, 40);
        assertThat(AmortisedRun.finished(folder)).isTrue();
    }

    /** As one that is shipped, or of a version that removed the checkpoints at the end. */
    @Test
    void aModelWithoutACheckpointIsNotResumed() throws IOException {
        Path folder = dir.resolve("run");
        runUntil(create(folder, 10), DEAF, 10);
        Durable.discard(folder.resolve("checkpoint"));
        assertThat(AmortisedRun.finished(folder)).isTrue();
        AmortisedModel.load(folder, Device.CPU).close();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AmortisedRun.resume(folder, Device.CPU, Ranks.ALONE))
                .withMessageContaining("nothing to resume");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> prolong(folder, 20))
                .withMessageContaining("nothing to resume");
        assertThat(folder.resolve("model.safetensors")).exists();
    }

    /** A finished training goes on where it ended, and ends with the same bits however often it is stopped on the way. */
    @ParameterizedTest
    @EnumSource(Annealing.class)
    void aLargerBudgetIsSpentFromTheEndOfTheSmaller(Annealing annealing) throws IOException {
        Path whole = dir.resolve("whole");
        Path parts = dir.resolve("parts");
        Heard wholly = new Heard(new ArrayList<>());
        Heard partly = new Heard(new ArrayList<>());
        for (Path folder : List.of(whole, parts)) {
            AmortisedSettings shorter = tiny(annealing).with(Map.of("train.steps", "10"));
            runUntil(AmortisedRun.create(folder, shorter, Device.CPU, Ranks.ALONE), DEAF, 10);
        }
        byte[] before = Files.readAllBytes(parts.resolve("model.safetensors"));
        runUntil(prolong(whole, 30), wholly, 30);
        runUntil(prolong(parts, 30), partly, 17);
        assertThat(AmortisedRun.finished(parts)).isFalse();
        AmortisedModel.load(parts, Device.CPU).close(); // what it is on the way
        runUntil(AmortisedRun.resume(parts, Device.CPU, Ranks.ALONE), partly, 30);
        assertThat(partly.all()).containsExactlyElementsOf(wholly.all());
        assertThat(parts.resolve("model.safetensors"))
                .hasSameBinaryContentAs(whole.resolve("model.safetensors"))
                .satisfies(file -> assertThat(Files.readAllBytes(file)).isNotEqualTo(before));
        assertThat(AmortisedModel.settings(parts).train().budget().steps()).isEqualTo(30);
        assertThat(Files.readAllLines(parts.resolve("metrics.jsonl")))
                .filteredOn(line -> line.contains("\"loss\""))
                .hasSize(30);
    }

    @Test
    void aBudgetThatIsSpentIsRefusedAndChangesNothing() throws IOException {
        Path folder = dir.resolve("run");
        runUntil(create(folder, 10), DEAF, 10);
        String config = Files.readString(folder.resolve("config.yaml"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> prolong(folder, 7))
                .withMessageContaining("has trained for 10 steps")
                .withMessageContaining("give a larger budget");
        assertThat(folder.resolve("config.yaml")).hasContent(config);
        assertThat(AmortisedRun.finished(folder)).isTrue();
    }

    /** Also after a crash before the first checkpoint, when the other model is gone, and for graphs of another size. */
    @Test
    void aRunCanBeginWithTheWeightsOfAnother() throws IOException {
        Path other = dir.resolve("other");
        runUntil(create(other, 10), DEAF, 10);
        float[] weights;
        try (AmortisedModel model = AmortisedModel.load(other, Device.CPU)) {
            weights = Tensors.floats(model.parameters().values());
        }
        Path folder = dir.resolve("new");
        AmortisedSettings larger = tiny(Annealing.LINEAR).with(Map.of("graphs", "er:9-10:0.3"));
        AmortisedRun.create(folder, larger, other, Device.CPU, Ranks.ALONE).close();
        Durable.discard(other);
        try (AmortisedRun run = AmortisedRun.resume(folder, Device.CPU, Ranks.ALONE)) {
            assertThat(Tensors.floats(run.model().parameters().values())).containsExactly(weights);
            run.train(DEAF, () -> false, ended -> {});
            assertThat(Tensors.floats(run.model().parameters().values())).isNotEqualTo(weights);
        }
    }

    private static AmortisedRun create(Path folder, int steps) throws IOException {
        AmortisedSettings settings = tiny(Annealing.LINEAR).with(Map.of("train.steps", String.valueOf(steps)));
        return AmortisedRun.create(folder, settings, Device.CPU, Ranks.ALONE);
    }

    private static AmortisedRun prolong(Path folder, int steps) throws IOException {
        return AmortisedRun.resume(folder, new Budget(steps, 0, 60), said -> {}, Device.CPU, Ranks.ALONE);
    }

    /** Of a run without a model yet, the older checkpoint takes the place of a damaged one. */
    @Test
    void aDamagedCheckpointIsMadeAgain() throws IOException {
        Path folder = dir.resolve("run");
        runUntil(AmortisedRun.create(folder, tiny(Annealing.ADAPTIVE), Device.CPU, Ranks.ALONE), DEAF, 5);
        runUntil(AmortisedRun.resume(folder, Device.CPU, Ranks.ALONE), DEAF, 11);
        Files.writeString(folder.resolve("checkpoint/000000011/state.safetensors"), "torn");
        runUntil(AmortisedRun.resume(folder, Device.CPU, Ranks.ALONE), DEAF, 40);
        Path whole = dir.resolve("whole");
        runUntil(AmortisedRun.create(whole, tiny(Annealing.ADAPTIVE), Device.CPU, Ranks.ALONE), DEAF, 40);
        assertThat(folder.resolve("model.safetensors")).hasSameBinaryContentAs(whole.resolve("model.safetensors"));
    }

    @Test
    void otherSettingsOrAnotherProcessAreRefused() throws IOException {
        Path folder = dir.resolve("run");
        AmortisedRun first = AmortisedRun.create(folder, tiny(Annealing.LINEAR), Device.CPU, Ranks.ALONE);
        assertThatThrownBy(() -> AmortisedRun.resume(folder, Device.CPU, Ranks.ALONE))
                .hasMessageContaining("another process");
        runUntil(first, DEAF, 6);
        assertThatThrownBy(() -> AmortisedRun.create(folder, tiny(Annealing.LINEAR), Device.CPU, Ranks.ALONE))
                .hasMessageContaining("already exists");
        Path config = folder.resolve("config.yaml");
        Files.writeString(config, Files.readString(config).replace("penalty: 1.0001", "penalty: 1.2"));
        assertThatThrownBy(() -> AmortisedRun.resume(folder, Device.CPU, Ranks.ALONE))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("settings");
    }
}
