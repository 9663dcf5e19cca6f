package io.github.dnfs4j.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.run.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ranks of a barrier stage train a sampler, and tasks draw from it. */
@EnabledOnOs(OS.LINUX)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TrainedTest {
    private static final List<String> TINY = List.of(
            "ising",
            "--side=3",
            "--hidden=8",
            "--layers=1",
            "--batch=16",
            "--time-steps=8",
            "--set=train.trajectories=16",
            "--set=train.stepsPerRound=5",
            "--set=sampling.cells=8",
            "--steps=20");
    private static final int STATES = 3000;

    private Path folder;
    private Path run;
    private Ran trained;

    private Ran train(Path out) {
        List<String> line = new ArrayList<>(List.of("--processes=2"));
        line.addAll(TINY);
        line.addAll(List.of("--out", out.toString()));
        return Ran.spark("train", line.toArray(String[]::new));
    }

    @BeforeAll
    void trainOnce(@TempDir Path shared) {
        folder = shared;
        run = folder.resolve("run");
        trained = train(run);
    }

    @Test
    void ranksOfABarrierStageTrain() throws IOException {
        assertThat(trained.code()).as(trained.err()).isZero();
        assertThat(trained.out()).contains("log Z");
        assertThat(run.resolve("result.json")).exists();
        // Rank 1 had paths of its own, and its state is in the checkpoint of rank 0.
        try (Stream<Path> files = Files.find(run, 3, (path, attributes) -> path.endsWith("progress-1.json"))) {
            assertThat(files).isNotEmpty();
        }
    }

    @Test
    void anotherRunIsNotOverwritten() throws IOException {
        FileTime before = Files.getLastModifiedTime(run.resolve("result.json"));
        assertThat(train(run))
                .isEqualTo(new Ran(2, "", "dnfs: " + run + ": already exists; add --resume to continue it\n"));
        assertThat(Files.getLastModifiedTime(run.resolve("result.json"))).isEqualTo(before);
    }

    private List<Row> sample(String seed, String out) throws IOException {
        Path rows = folder.resolve(out);
        Ran ran = Ran.spark(
                "sample", run.toString(), "--count=" + STATES, "--tasks=3", "--seed=" + seed, "--out=" + rows);
        assertThat(ran.code()).as(ran.err()).isZero();
        return Ran.rows(rows).stream()
                .sorted(Comparator.comparingInt((Row row) -> row.<Integer>getAs("task"))
                        .thenComparing(row -> row.getList(1).toString() + row.getAs("logWeight")))
                .toList();
    }

    @Test
    void tasksDrawFromOneDistributionByStreamsOfTheirOwn() throws IOException {
        List<Row> rows = sample("5", "once");
        assertThat(rows).hasSize(STATES).isEqualTo(sample("5", "again"));
        assertThat(List.of(part(rows, 0), part(rows, 1), part(rows, 2)))
                .as("no two tasks drew the same")
                .doesNotHaveDuplicates();
        double[] logWeights =
                rows.stream().mapToDouble(row -> row.<Double>getAs("logWeight")).toArray();
        try (Model model = Model.load(run, Model.settings(run))) {
            Enumeration exact = Enumeration.of(model.target());
            assertThat(Weights.logMean(logWeights))
                    .isCloseTo(exact.logZ(), within(6 * Weights.logMeanStandardError(logWeights)));
        }
    }

    private static List<Object> part(List<Row> rows, int task) {
        return rows.stream()
                .filter(row -> row.<Integer>getAs("task") == task)
                .<Object>map(row -> row.getAs("logWeight"))
                .limit(STATES / 4)
                .toList();
    }

    @Test
    void trainingsOfAnExperimentAreTasks() throws IOException {
        Path file = Files.writeString(folder.resolve("tiny.yaml"), """
                title: Tiny
                what: A test.
                settings:
                  target: {side: 3}
                  network: {hidden: 8, layers: 1}
                  train: {batch: 16, trajectories: 16, timeSteps: 8}
                  sampling: {cells: 8}
                seeds: [1, 2]
                runs:
                  - name: a
                budgets:
                  quick: {train: {steps: 10}}
                report: [ess.exact, logZ.exact]
                """);
        Path out = folder.resolve("experiment");
        Ran ran = Ran.spark("reproduce", file.toString(), "--out=" + out);
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("a, 2 seeds");
        assertThat(ran.err()).contains("finished before"); // by the tasks
        assertThat(out.resolve("report.html")).exists();
    }
}
