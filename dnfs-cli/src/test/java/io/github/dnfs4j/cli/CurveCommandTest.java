package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurveCommandTest {
    @TempDir
    Path folder;

    @Test
    void everyTemperatureIsBesideItsExactValue() throws IOException {
        Path run = Cli.trained();
        Path out = folder.resolve("curve");
        Cli drawn =
                Cli.run("curve", run.toString(), "--points=5", "--samples=400", "--cells=4", "--out=" + out, "--json");
        assertThat(drawn.code()).as(drawn.err()).isZero();
        JsonNode tree = new ObjectMapper().readTree(drawn.out());
        assertThat(tree.path("points")).hasSize(5);
        double before = 0;
        for (JsonNode p : tree.path("points")) {
            assertThat(p.path("beta").asDouble()).isGreaterThan(before);
            before = p.path("beta").asDouble();
            near(p, "logZ", "logZError", p.at("/exact/logZ"));
            near(p, "energyPerSite", "energyError", p.at("/exact/energyPerSite"));
            assertThat(p.path("ess").asDouble()).isBetween(0.01, 1.0);
            for (String key : List.of("heatCapacity", "magnetisation", "susceptibility", "binder")) {
                assertThat(p.path(key).isNumber()).as(key).isTrue();
            }
        }
        assertThat(new ObjectMapper().readTree(out.resolve("curve.json").toFile()))
                .isEqualTo(tree);
        assertThat(Files.readAllLines(out.resolve("curve.csv"))).hasSize(6);
        assertThat(out.resolve("curve.svg"))
                .content()
                .startsWith("<svg")
                .endsWith("</svg>\n")
                .contains("heat capacity");
        assertThat(out.resolve("curve.png")).isNotEmptyFile();
        assertThat(out.resolve("paths.png")).isNotEmptyFile();

        Cli again = Cli.run("curve", run.toString(), "--out=" + out);
        assertThat(again.code()).isNotZero();
        assertThat(again.err()).contains("already exists");
    }

    private static void near(JsonNode point, String key, String error, JsonNode exact) {
        assertThat(exact.isNumber()).isTrue();
        assertThat(Math.abs(point.path(key).asDouble() - exact.asDouble()))
                .as("%s of %s", key, point)
                .isLessThan(5 * point.path(error).asDouble());
    }

    @Test
    void temperaturesThatWereNotLearntAreRefused() throws IOException {
        Path run = Cli.trained();
        Cli cold = Cli.run("curve", run.toString(), "--to=50");
        assertThat(cold.code()).isEqualTo(2);
        assertThat(cold.err()).contains("beyond the target's own inverse temperature");
        assertThat(Cli.run("curve", run.toString(), "--points=0").err()).contains("--points must be above 0");
        assertThat(Cli.run("curve", run.toString(), "--from=0.4", "--to=0.2").err())
                .contains("grow within (0, 1]");
    }
}
