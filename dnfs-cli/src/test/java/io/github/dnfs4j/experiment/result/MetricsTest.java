package io.github.dnfs4j.experiment.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.run.TrainingRun;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.train.TrainListener;
import io.github.dnfs4j.train.TrainListener.Round;
import io.github.dnfs4j.train.TrainListener.Step;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsTest {
    @TempDir
    Path folder;

    @Test
    void roundsAndStepsAreToldApart() throws Exception {
        Files.writeString(folder.resolve("metrics.jsonl"), """
                {"step":1,"horizon":0.5,"essTrapezoid":0.9,"rung":2}
                {"step":1,"loss":2.5,"skipped":0}
                {"step":2,"loss":null,"skipped":1,"learningRate":0.25}
                {"step":3,"horizon":1.0,"essTr""");
        Metrics metrics = Metrics.in(folder);
        assertThat(MetricCurve.LOSS.in(metrics).steps()).containsExactly(1, 2);
        assertThat(MetricCurve.LOSS.in(metrics).values()).containsExactly(2.5, Double.NaN);
        assertThat(MetricCurve.of("learningRate").in(metrics).values()).containsExactly(Double.NaN, 0.25);
        assertThat(MetricCurve.of("essTrapezoid").in(metrics).values()).containsExactly(0.9);
        assertThat(MetricCurve.of("essExact").in(metrics).values()).containsExactly(Double.NaN);
        assertThat(MetricCurve.of("rung").in(metrics).values()).containsExactly(2);
        assertThat(metrics.skipped()).isEqualTo(1);
    }

    /** A curve is what the trainer said, whatever its key. */
    @Test
    void everyKeyThatARunWritesIsACurve() throws Exception {
        Path run = folder.resolve("run");
        RunSettings settings = SettingsFile.of(RunSettings.defaults(TargetSettings.defaults("ising")))
                .set("target.side", "3")
                .set("network.hidden", "8")
                .set("train.minutes", "0")
                .set("train.steps", "3")
                .set("train.trajectories", "8")
                .set("train.timeSteps", "4")
                .set("device", "cpu")
                .settings();
        List<TrainListener.Round> rounds = new ArrayList<>();
        List<TrainListener.Step> steps = new ArrayList<>();
        try (TrainingRun training = TrainingRun.create(run, settings)) {
            training.train(
                    new TrainListener() {
                        @Override
                        public void step(Step step) {
                            steps.add(step);
                        }

                        @Override
                        public void round(Round round) {
                            rounds.add(round);
                        }
                    },
                    () -> false);
        }
        Metrics metrics = Metrics.in(run);
        assertThat(metrics.steps())
                .usingRecursiveComparison()
                .ignoringFields("progress") // not kept
                .isEqualTo(steps);
        assertThat(metrics.rounds())
                .usingRecursiveComparison()
                .ignoringFields("step") // kept under the number of the step that follows
                .isEqualTo(rounds);
        Set<String> keys = new TreeSet<>();
        for (String line : Files.readAllLines(run.resolve("metrics.jsonl"))) {
            new ObjectMapper().readTree(line).fieldNames().forEachRemaining(keys::add);
        }
        keys.remove("step");
        assertThat(keys)
                .allSatisfy(key -> assertThat(MetricCurve.of(key).toString()).isEqualTo(key));
        assertThat(MetricCurve.values()).hasSameSizeAs(keys);
    }

    @Test
    void noFileIsNoSteps() throws Exception {
        assertThat(Metrics.in(folder.resolve("none")).steps()).isEmpty();
    }
}
