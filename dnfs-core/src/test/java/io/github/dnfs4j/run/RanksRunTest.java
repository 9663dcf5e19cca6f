package io.github.dnfs4j.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.torch.Crew;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.Tiny;
import io.github.dnfs4j.train.TrainListener;
import io.github.dnfs4j.train.Trainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs by several ranks, of which only the first has the folder. */
@EnabledOnOs(OS.LINUX)
class RanksRunTest {
    @TempDir
    Path dir;

    private static TrainingRun open(Path folder, RunSettings settings, Ranks ranks) throws IOException {
        if (!ranks.first()) {
            return TrainingRun.follow(ranks, given -> {});
        }
        return Files.exists(folder) ? TrainingRun.resume(folder, ranks) : TrainingRun.create(folder, settings, ranks);
    }

    /** Trains on two ranks until a step, as rank 1 is told to stop there, and returns what each says of its run. */
    private static <T> List<T> train(Path folder, RunSettings settings, int until, Function<TrainingRun, T> said)
            throws Exception {
        return Crew.of(2, ranks -> {
            try (TrainingRun run = open(folder, settings, ranks)) {
                Trainer trainer = run.trainer();
                run.train(new TrainListener() {}, () -> ranks.rank() == 1 && trainer.steps() >= until);
                return said.apply(run);
            }
        });
    }

    private static RunSettings settings(String... set) {
        SettingsFile<RunSettings> file = SettingsFile.of(Tiny.run(24));
        for (String pair : set) {
            file.set(pair.split("=")[0], pair.split("=")[1]);
        }
        return file.settings();
    }

    private static float[] weights(TrainingRun run) {
        return Tensors.floats(run.model().flow().net().parameters().values());
    }

    private static void sameFiles(Path a, Path b) throws IOException {
        try (Stream<Path> files = Files.list(a)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).sorted().toList();
            assertThat(names)
                    .contains("state.safetensors", "state-1.safetensors", "progress-1.json", "model.safetensors");
            for (String name : names) {
                if (name.endsWith(".safetensors")) {
                    assertThat(a.resolve(name)).hasSameBinaryContentAs(b.resolve(name));
                }
            }
        }
    }

    /** Twice interrupted by another rank than the first, and in the middle of a round. */
    private void resumedIsTheSame(String... set) throws Exception {
        RunSettings settings = settings(set);
        Path whole = dir.resolve("whole");
        Path parts = dir.resolve("parts");
        List<float[]> ends = train(whole, settings, 1000, RanksRunTest::weights);
        assertThat(ends.get(1)).containsExactly(ends.get(0));
        for (int until : new int[] {7, 13, 1000}) {
            train(parts, settings, until, run -> 0);
        }
        sameFiles(
                RunFolder.snapshots(whole).latest().orElseThrow(),
                RunFolder.snapshots(parts).latest().orElseThrow());
        assertThat(parts.resolve("metrics.jsonl")).hasSameTextualContentAs(whole.resolve("metrics.jsonl"));
    }

    @Test
    void aResumedRunGivesTheSameBits() throws Exception {
        resumedIsTheSame();
        assertThat(dir.resolve("whole/checkpoint/000000024/state-1.safetensors"))
                .as("each rank has paths of its own")
                .satisfies(file -> assertThat(Files.mismatch(file, file.resolveSibling("state.safetensors")))
                        .isNotNegative());
    }

    @Test
    void soDoesOneWithTimesAndASlopeOfItsOwn() throws Exception {
        resumedIsTheSame("train.estimator=learned", "train.randomTimes=true", "train.denseTimes=true");
    }

    /** Minutes are those of the first rank: had each its own, one would leave before the other. */
    @Test
    void minutesEndAtTheSameStep() throws Exception {
        RunSettings minutes = settings("train.steps=0", "train.minutes=0.03");
        List<Long> steps =
                train(dir.resolve("run"), minutes, 100_000, run -> run.trainer().steps());
        assertThat(steps.get(0)).isPositive().isEqualTo(steps.get(1));
    }

    @Test
    void anotherNumberOfRanksIsRefused() throws Exception {
        Path folder = dir.resolve("run");
        train(folder, settings(), 5, run -> 0);
        assertThatThrownBy(() -> TrainingRun.resume(folder))
                .hasMessage("this training was begun by 2 processes and goes on with as many, not with 1");
        Path alone = dir.resolve("alone");
        try (TrainingRun run = TrainingRun.create(alone, settings())) {
            run.train(new TrainListener() {}, () -> run.trainer().steps() >= 3);
        }
        assertThatThrownBy(() -> train(alone, settings(), 5, run -> 0))
                .hasMessage("this training was begun by one process and goes on with as many, not with 2");
    }

    @Test
    void otherSettingsAreRefusedBeforeAnythingIsLeft() throws Exception {
        Path folder = dir.resolve("run");
        List<String> ends = Crew.of(2, ranks -> {
            try (TrainingRun run = ranks.first()
                    ? TrainingRun.create(folder, settings(), ranks)
                    : TrainingRun.follow(ranks, given -> {
                        throw new IllegalArgumentException("not what I was asked for");
                    })) {
                return "went on";
            } catch (RuntimeException e) {
                ranks.fail(String.valueOf(e.getMessage()));
                return e.getMessage();
            }
        });
        assertThat(ends).containsExactly("rank 1 failed: not what I was asked for", "not what I was asked for");
        assertThat(folder).doesNotExist();
    }
}
