package io.github.dnfs4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;

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
        // 4 of 8 time steps have 5 points.
        assertThat(metrics.networkEvaluations(10, 8, 3)).isEqualTo(5 * 10 + 2 * 3);
    }

    @Test
    void noFileIsNoSteps() throws Exception {
        assertThat(Metrics.read(folder.resolve("none")).steps()).isEmpty();
    }
}
