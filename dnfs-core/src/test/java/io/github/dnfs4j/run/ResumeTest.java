package io.github.dnfs4j.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.Tiny;
import io.github.dnfs4j.train.TrainListener;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is stopped and resumed is the run that was never stopped. */
class ResumeTest {
    private static final TrainListener DEAF = new TrainListener() {};

    @TempDir
    Path dir;

    private Cost uninterrupted(int steps) throws IOException {
        try (TrainingRun run = TrainingRun.create(dir.resolve("whole"), Tiny.run(steps))) {
            run.train(DEAF, () -> false);
            return run.trainer().cost();
        }
    }

    /** Stops a run at each of several steps, inside a round and at its borders, and resumes it in a new process' place. */
    @Test
    void resumedRunEndsWithTheSameBits() throws IOException {
        Path folder = dir.resolve("parts");
        Cost parts = Cost.NONE;
        for (int stopAt : new int[] {1, 7, 10, 23, 40}) {
            try (TrainingRun run =
                    Files.exists(folder) ? TrainingRun.resume(folder) : TrainingRun.create(folder, Tiny.run(40))) {
                run.train(DEAF, () -> run.trainer().steps() >= stopAt);
                assertThat(run.trainer().steps()).isEqualTo(stopAt);
                parts = run.trainer().cost();
            }
        }
        Cost cost = uninterrupted(40);
        assertThat(parts.networkEvaluations()).isEqualTo(cost.networkEvaluations());
        assertThat(parts.targetEvaluations()).isEqualTo(cost.targetEvaluations());
        try (Model model = Model.load(folder);
                Model whole = Model.load(dir.resolve("whole"))) {
            assertThat(Tensors.floats(model.flow().net().parameters().values()))
                    .containsExactly(
                            Tensors.floats(whole.flow().net().parameters().values()));
        }
        assertThat(Files.readAllLines(folder.resolve("metrics.jsonl")))
                .containsExactlyElementsOf(
                        Files.readAllLines(dir.resolve("whole").resolve("metrics.jsonl")));
    }

    @Test
    void metricsAfterTheCheckpointAreDroppedOnResume() throws IOException {
        Path folder = dir.resolve("run");
        try (TrainingRun run = TrainingRun.create(folder, Tiny.run(20))) {
            run.train(DEAF, () -> run.trainer().steps() >= 10);
        }
        List<String> lines = new ArrayList<>(Files.readAllLines(folder.resolve("metrics.jsonl")));
        lines.add("{\"step\":11,\"loss\":1.0}");
        lines.add("{\"step\":12,\"lo");
        Files.write(folder.resolve("metrics.jsonl"), lines);
        try (TrainingRun run = TrainingRun.resume(folder)) {
            run.train(DEAF, () -> false);
        }
        assertThat(Files.readAllLines(folder.resolve("metrics.jsonl")))
                .noneMatch(line -> line.contains("\"loss\":1.0}"))
                .filteredOn(line -> line.contains("\"loss\""))
                .hasSize(20);
    }

    @Test
    void existingFolderIsNotOverwritten() throws IOException {
        Path folder = Files.createDirectory(dir.resolve("mine"));
        assertThatThrownBy(() -> TrainingRun.create(folder, Tiny.run(1)))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void truncatedCheckpointIsRefusedByName() throws IOException {
        Path folder = trained();
        Path file = RunFolder.snapshots(folder).latest().orElseThrow().resolve("model.safetensors");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length / 2));
        assertThatThrownBy(() -> Model.load(folder))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("model.safetensors");
    }

    @Test
    void checkpointOfAnotherShapeIsRefused() throws IOException {
        Path folder = trained();
        Path config = folder.resolve("config.yaml");
        Files.writeString(config, Files.readString(config).replace("hidden: 8", "hidden: 16"));
        assertThatThrownBy(() -> Model.load(folder))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("is needed");
    }

    @Test
    void checkpointOfANewerFormatIsRefused() throws IOException {
        Path folder = trained();
        Path file = RunFolder.snapshots(folder).latest().orElseThrow().resolve("model.safetensors");
        Files.delete(file.resolveSibling("SHA256SUMS"));
        Safetensors.write(
                file,
                Safetensors.read(file).tensors(),
                java.util.Map.of("format", String.valueOf(Checkpoint.FORMAT + 1)));
        assertThatThrownBy(() -> Model.load(folder))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("newer version");
    }

    @Test
    void settingsEditedSinceTheCheckpointAreRefused() throws IOException {
        Path folder = trained();
        Path config = folder.resolve("config.yaml");
        Files.writeString(config, Files.readString(config).replace("sigma: 0.15", "sigma: 0.16"));
        assertThatThrownBy(() -> TrainingRun.resume(folder))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("settings");
    }

    /** A finished run goes on where it ended, to the end of the new budget, and remembers it. */
    @Test
    void aLargerBudgetIsSpentFromTheEndOfTheSmaller() throws IOException {
        Path folder = trained();
        TrainSettings.Budget longer = new TrainSettings.Budget(5, 0, 60);
        try (TrainingRun run = TrainingRun.resume(folder, longer, said -> {}, Ranks.ALONE)) {
            assertThat(run.trainer().steps()).isEqualTo(2);
            run.train(DEAF, () -> run.trainer().steps() >= 4);
        }
        try (TrainingRun run = TrainingRun.resume(folder)) {
            assertThat(run.trainer().steps()).isEqualTo(4);
            run.train(DEAF, () -> false);
            assertThat(run.trainer().steps()).isEqualTo(5);
        }
        assertThat(Model.settings(folder).train().budget()).isEqualTo(longer);
        assertThat(Files.readAllLines(folder.resolve("metrics.jsonl")))
                .filteredOn(line -> line.contains("\"loss\""))
                .hasSize(5);
    }

    @Test
    void aBudgetThatIsSpentIsRefusedAndChangesNothing() throws IOException {
        Path folder = trained();
        String config = Files.readString(folder.resolve("config.yaml"));
        assertThatThrownBy(
                        () -> TrainingRun.resume(folder, new TrainSettings.Budget(2, 0, 60), said -> {}, Ranks.ALONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2 steps")
                .hasMessageContaining("larger budget");
        assertThat(folder.resolve("config.yaml")).hasContent(config);
        TrainingRun.resume(folder).close();
    }

    /** An exported model has no state of the optimiser: training would begin again, and nobody would load what it makes. */
    @Test
    void aModelWithoutACheckpointIsNotResumed() throws IOException {
        Path folder = trained();
        Path newest = RunFolder.snapshots(folder).list().get(0);
        Files.copy(newest.resolve("model.safetensors"), folder.resolve("model.safetensors"));
        for (Path file : RunFolder.snapshots(folder).list()) {
            Files.delete(file.resolve("state.safetensors"));
        }
        String config = Files.readString(folder.resolve("config.yaml"));
        for (TrainSettings.Budget budget : new TrainSettings.Budget[] {null, new TrainSettings.Budget(9, 0, 60)}) {
            assertThatThrownBy(() -> {
                        if (budget == null) {
                            TrainingRun.resume(folder);
                        } else {
                            TrainingRun.resume(folder, budget, said -> {}, Ranks.ALONE);
                        }
                    })
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("nothing to resume");
        }
        assertThat(folder.resolve("config.yaml")).hasContent(config);
        try (Model model = Model.load(folder)) {
            assertThat(model.flow().net().parameters().values().numel()).isPositive();
        }
    }

    /** Also after a crash before the first checkpoint, and when the other model is gone. */
    @Test
    void aRunCanBeginWithTheWeightsOfAnother() throws IOException {
        Path other = trained();
        float[] weights;
        try (Model model = Model.load(other)) {
            weights = Tensors.floats(model.flow().net().parameters().values());
        }
        Path folder = dir.resolve("new");
        TrainingRun.create(folder, Tiny.run(9), other, Ranks.ALONE).close();
        try (TrainingRun run = TrainingRun.resume(folder)) {
            assertThat(Tensors.floats(run.model().flow().net().parameters().values()))
                    .containsExactly(weights);
            run.train(DEAF, () -> false);
            assertThat(Tensors.floats(run.model().flow().net().parameters().values()))
                    .isNotEqualTo(weights);
        }
    }

    @Test
    void twoRunsCannotShareAFolder() throws IOException {
        Path folder = dir.resolve("shared");
        try (TrainingRun run = TrainingRun.create(folder, Tiny.run(1))) {
            assertThatThrownBy(() -> TrainingRun.resume(folder)).hasMessageContaining("another process");
        }
        TrainingRun.resume(folder).close();
    }

    private Path trained() throws IOException {
        Path folder = dir.resolve("run");
        try (TrainingRun run = TrainingRun.create(folder, Tiny.run(2))) {
            run.train(DEAF, () -> false);
        }
        return folder;
    }
}
