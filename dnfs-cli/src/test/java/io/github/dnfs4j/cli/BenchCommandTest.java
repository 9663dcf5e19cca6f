package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.experiment.bench.Operations;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.settings.NetworkSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {
    @Test
    void printsOneObjectOfPositiveNumbers() throws IOException {
        Cli result = Cli.run(small("--json"));
        assertThat(result.code()).as(result.err()).isZero();
        JsonNode json = new ObjectMapper().readTree(result.out());
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly(
                        "trainStepMs",
                        "forwardMs",
                        "loopStepMs",
                        "samplesPerSecond",
                        "gemmGflops",
                        "utilisation",
                        "peakRssMb");
        json.forEach(value -> assertThat(value.asDouble()).isPositive());
        assertThat(json.path("loopStepMs").asDouble())
                .isGreaterThan(json.path("trainStepMs").asDouble());
        assertThat(json.path("utilisation").asDouble()).isLessThan(1);
    }

    /** A Python that answers with fixed times stands for one with torch, which a test cannot count on. */
    @Test
    void comparesWithTheReference(@TempDir Path dir) throws IOException {
        Path python = dir.resolve("python");
        Files.writeString(
                python,
                "#!/bin/sh\ngrep -q 'class LeTF' \"$1\" || exit 1\n"
                        + "echo noise\necho '{\"trainStepMs\": 4000, \"forwardMs\": 3000, \"torch\": \"9.9\"}'\n");
        assertThat(python.toFile().setExecutable(true)).isTrue();
        Cli result = Cli.run(small("--json", "--against=" + python));
        assertThat(result.code()).as(result.err()).isZero();
        JsonNode json = new ObjectMapper().readTree(result.out());
        assertThat(json.path("trainStepRatio").asDouble())
                .isCloseTo(4000 / json.path("trainStepMs").asDouble(), within(1e-9));
        assertThat(json.path("forwardRatio").asDouble())
                .isCloseTo(3000 / json.path("forwardMs").asDouble(), within(1e-9));
        assertThat(json.path("referenceTorch").asText()).isEqualTo("9.9");
    }

    @Test
    void pythonWithoutTorchIsOneLine(@TempDir Path dir) throws IOException {
        Path python = dir.resolve("python");
        Files.writeString(python, "#!/bin/sh\necho 'ModuleNotFoundError: No module named torch' >&2\nexit 1\n");
        assertThat(python.toFile().setExecutable(true)).isTrue();
        for (String against :
                new String[] {python.toString(), dir.resolve("none").toString()}) {
            Cli result = Cli.run(small("--against=" + against));
            assertThat(result.code()).isNotZero();
            assertThat(result.err().lines()).hasSize(1).first().asString().contains("--against " + against);
        }
    }

    private static String[] small(String... more) {
        List<String> all =
                new ArrayList<>(List.of("bench", "--side=3", "--hidden=8", "--heads=2", "--layers=1", "--batch=16"));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void everyNetworkCanBeMeasured() {
        for (String kind : NetworkSettings.possible(Defaults.ising().target().structure())) {
            Cli result = Cli.run("bench", "--network=" + kind, "--side=3", "--batch=8", "--steps=6", "--json");
            assertThat(result.code()).as(kind + ": " + result.err()).isZero();
        }
    }

    /** Products of a block's matrices by hand: 100 sites, width 64, 3 blocks, both directions. */
    @Test
    void countsTheProductsOfTheMatrices() {
        NetworkSettings net = new NetworkSettings.Letf(64, 4, 3, false, Readout.PLAIN, false);
        double tokens = 2 * 100;
        double blocks = 3 * 2 * (64 * 192 + 64 * 64 + 64 * 256 + 256 * 64 + 0.5 * 2 * 100 * 64);
        double readout = 2 * (64 * 192 + 64 * 64 / 2.0 + 100 * 64);
        assertThat(Operations.forward(net, 100, 1)).isCloseTo(tokens * (blocks + readout), within(1.0));
        assertThat(Operations.forward(new NetworkSettings.Lemlp(8, 5, Readout.PLAIN, false), 16, 3))
                .isCloseTo(3 * 5 * 2.0 * 16 * 16 * 8, within(1.0));
        assertThat(Operations.forward(new NetworkSettings.Leattn(8, 2, Readout.PLAIN, false), 16, 3))
                .isCloseTo(3 * 16 * 2.0 * (8 * 24 + 16 * 8), within(1.0));
        double kernels = 8 * 8 + 2 * (24 * 8 + 8 * 8) + 2 * (99 * 8 + 8 * 8);
        assertThat(Operations.forward(new NetworkSettings.Leconv(8, 2, 3, Readout.PLAIN, false), 100, 1))
                .isCloseTo(100 * 2 * kernels, within(1.0));
        double gathered = 24 * (8 + 9 * 4) + 9 * 4 * 8 + 9 * 4 + 100 * 4 + 4 * 8;
        assertThat(Operations.forward(new NetworkSettings.Lelattice(8, 2, Readout.PLAIN, false, false), 100, 1))
                .isCloseTo(100 * 2 * (gathered + 2 * 4 * 8 * 8), within(1.0));
        assertThat(Operations.step(net, 100, 7)).isCloseTo(21 * Operations.forward(net, 100, 1), within(1.0));
    }
}
