package io.github.dnfs4j.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.Tiny;
import io.github.dnfs4j.train.TrainListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run folder says what it is, and survives what happens to it. */
class RunFolderTest {
    private static final TrainListener DEAF = new TrainListener() {};

    @TempDir
    Path dir;

    private Path trained(String name, int... stops) throws IOException {
        Path folder = dir.resolve(name);
        for (int stopAt : stops) {
            try (TrainingRun run =
                    Files.exists(folder) ? TrainingRun.resume(folder) : TrainingRun.create(folder, Tiny.run(12))) {
                run.train(DEAF, () -> run.trainer().steps() >= stopAt);
            }
        }
        return folder;
    }

    private static float[] weights(Path folder) throws IOException {
        try (Model model = Model.load(folder)) {
            return Tensors.floats(model.flow().net().parameters().values());
        }
    }

    /** Resumed from the checkpoint before, a run makes the lost steps again. */
    @Test
    void aDamagedCheckpointCostsItsStepsAndNoMore() throws IOException {
        Path folder = trained("damaged", 4, 9);
        for (String name : new String[] {"state.safetensors", "model.safetensors"}) {
            Path file = folder.resolve("checkpoint/000000009").resolve(name);
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length - 1] ^= 1;
            Files.write(file, bytes);
        }
        assertThat(weights(folder)).containsExactly(weights(folder.resolve("checkpoint/000000004")));
        try (TrainingRun run = TrainingRun.resume(folder)) {
            assertThat(run.trainer().steps()).isEqualTo(4);
            run.train(DEAF, () -> false);
        }
        assertThat(weights(folder)).containsExactly(weights(trained("whole", 12)));
        assertThat(Files.readAllLines(folder.resolve("metrics.jsonl")))
                .containsExactlyElementsOf(Files.readAllLines(dir.resolve("whole/metrics.jsonl")));
    }

    /** Numbers that no run can have are damage, whatever the digests say. */
    @Test
    void impossibleNumbersAreRefused() throws IOException {
        Path folder = trained("run", 3);
        Path checkpoint = folder.resolve("checkpoint/000000003");
        Files.delete(checkpoint.resolve("SHA256SUMS"));
        Path progress = checkpoint.resolve("progress.json");
        String good = Files.readString(progress);
        for (String[] edit : new String[][] {
            {"\"steps\":3", "\"steps\":-3"},
            {"\"steps\":3", "\"steps\":4"},
            {"\"seconds\":", "\"seconds\":-1"},
            {"\"rung\":0", "\"rung\":7"},
            {"\"replay\":\\[", "\"replay\":[1,"},
            {"\"replay\":\\[0", "\"replay\":[99"},
            {"\"replay\":\\[0,[0-9]+", "\"replay\":[0,999"},
            {"\"progress\":", "\"progres\":"},
        }) {
            Files.writeString(progress, good.replaceFirst(edit[0], edit[1]));
            assertThat(progress).content().as(edit[1]).isNotEqualTo(good);
            assertThatThrownBy(() -> TrainingRun.resume(folder))
                    .as(edit[1])
                    .isInstanceOf(FormatException.class)
                    .hasMessageContaining("progress.json");
        }
        Files.writeString(progress, good);
        TrainingRun.resume(folder).close();
    }

    @Test
    void whatAKilledProcessLeftIsCleaned() throws IOException {
        Path folder = trained("run", 3);
        Files.writeString(folder.resolve(".config.yaml.tmp-1"), "half");
        Files.createDirectories(folder.resolve(".checkpoint.tmp-1/000000001"));
        Files.createDirectories(folder.resolve("checkpoint/.000000001.tmp-1"));
        TrainingRun.resume(folder).close(); // which may have nothing left to save
        try (Stream<Path> all = Files.walk(folder)) {
            assertThat(all.map(p -> p.getFileName().toString())).noneMatch(name -> name.contains(".tmp-"));
        }
    }

    /** A run is there with its settings or not at all; what an older version left without them gets one line. */
    @Test
    void aFolderWithoutSettingsIsSaidToBeNone() throws IOException {
        Path folder = Files.createDirectory(dir.resolve("bare"));
        Files.createFile(folder.resolve(".lock"));
        assertThatThrownBy(() -> TrainingRun.resume(folder))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("not a run folder: it has no config.yaml");
        Path fresh = dir.resolve("fresh");
        List<Boolean> seen = new ArrayList<>();
        RunFolder.create(fresh, Kind.FLOW, Tiny.run(1), made -> seen.add(Files.exists(fresh)), made -> {
            seen.add(Files.exists(made.resolve("config.yaml")));
            return made;
        });
        assertThat(seen).as("not before its settings are in it").containsExactly(false, true);
    }

    /** What TensorBoard sees must be in the file while the training runs: a killed one closes nothing. */
    @Test
    void eventsReachTheirFileAtOnce() throws IOException {
        Path folder = dir.resolve("run");
        List<Long> sizes = new ArrayList<>();
        try (TrainingRun run = TrainingRun.create(folder, Tiny.run(6))) {
            run.train(
                    new TrainListener() {
                        @Override
                        public void step(Step step) {
                            sizes.add(size(folder));
                        }
                    },
                    () -> false);
        }
        assertThat(sizes).hasSize(6).isSorted().doesNotHaveDuplicates();
        assertThat(sizes.get(5)).isEqualTo(size(folder));
    }

    private static long size(Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            Path events = all.filter(p -> p.getFileName().toString().startsWith("events."))
                    .findFirst()
                    .orElseThrow();
            return Files.size(events);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theKindIsWrittenAndOlderFoldersAreKnownByTheirKeys() throws IOException {
        Path folder = trained("run", 1);
        Path config = folder.resolve("config.yaml");
        String text = Files.readString(config);
        assertThat(text).startsWith("kind: flow\n");
        assertThat(RunFolder.of(folder).kind()).isEqualTo(Kind.FLOW);
        Files.writeString(config, text.substring("kind: flow\n".length()));
        assertThat(RunFolder.of(folder).kind()).isEqualTo(Kind.FLOW);
        assertThat(Model.settings(folder)).isEqualTo(Tiny.run(12));
        Files.writeString(config, "problem: mis\n");
        assertThat(RunFolder.of(folder).kind()).isEqualTo(Kind.SOLVER);
        Files.writeString(config, "data:\n  kind: plane\n");
        assertThat(RunFolder.of(folder).kind()).isEqualTo(Kind.EBM);
        Files.writeString(config, text.replace("kind: flow", "kind: ebm"));
        assertThatThrownBy(() -> Model.load(folder))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("it holds a learned energy, not a sampler of one target");
        Files.writeString(config, text.replace("kind: flow", "kind: cake"));
        assertThatThrownBy(() -> Model.load(folder))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("unknown kind 'cake'; possible: [flow, gfn, ebm, solver]");
        Path gfn = Files.createDirectory(dir.resolve("gfn"));
        Files.createFile(gfn.resolve(Kind.OLD_GFN));
        assertThat(RunFolder.of(gfn).kind()).isEqualTo(Kind.GFN);
    }

    /** An export that was killed leaves nothing in the way of the next. */
    @Test
    void halfAnExportDoesNotBlockTheNext() throws IOException {
        Path folder = trained("run", 2);
        Files.createDirectories(dir.resolve(".model.tmp-1/config.yaml"));
        Path model = dir.resolve("model");
        Model.export(folder, SettingsFile.of(Tiny.run(12)).settings(), io.github.dnfs4j.torch.Precision.FP32, model);
        assertThat(weights(model)).containsExactly(weights(folder));
    }
}
