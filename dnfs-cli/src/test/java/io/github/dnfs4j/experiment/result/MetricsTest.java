package io.github.dnfs4j.experiment.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.settings.TrainSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsTest {
    @TempDir
    Path folder;

    @Test
    void roundsAndStepsAreToldApartAndCounted() throws Exception {
        Path file = Files.writeString(folder.resolve("metrics.jsonl"), """
                {"step":0,"horizon":0.5,"essTrapezoid":0.9}
                {"step":1,"loss":2.5,"skipped":0}
                {"step":2,"loss":null,"skipped":1}
                {"step":2,"horizon":1.0,"essTr""");
        Metrics metrics = Metrics.read(file);
        assertThat(Metrics.column(metrics.steps(), "loss")).containsExactly(2.5, Double.NaN);
        assertThat(Metrics.column(metrics.rounds(), "essTrapezoid")).containsExactly(0.9);
        assertThat(metrics.skipped()).isEqualTo(1);
        // 16 of 32 time steps have 17 points of 256 paths; a batch is 128 states.
        TrainSettings s = TrainSettings.DEFAULT;
        long network = 17 * 256 + 2 * 128;
        assertThat(metrics.networkEvaluations(s)).isEqualTo(network);
        assertThat(metrics.targetEvaluations(s, 9)).isEqualTo(10 * network);
        // Moves follow all steps but the last, and the network looks at the states they leave.
        TrainSettings moved = SettingsFile.of(RunSettings.defaults(TargetSettings.defaults("ising")))
                .set("train.sweeps", "2")
                .settings()
                .train();
        long twice = 32 * 256 + 2 * 128;
        assertThat(metrics.networkEvaluations(moved)).isEqualTo(twice);
        assertThat(metrics.targetEvaluations(moved, 9)).isEqualTo(10 * twice + 2 * 15 * 256 * 9);
    }

    @Test
    void noFileIsNoSteps() throws Exception {
        assertThat(Metrics.read(folder.resolve("none")).steps()).isEmpty();
    }
}
