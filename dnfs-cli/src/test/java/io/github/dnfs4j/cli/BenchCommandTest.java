package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.experiment.Operations;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.train.NetworkSettings;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class BenchCommandTest {
    @Test
    void printsOneObjectOfPositiveNumbers() throws IOException {
        Cli result = Cli.run("bench", "--side=3", "--hidden=8", "--heads=2", "--layers=1", "--batch=16", "--json");
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

    @Test
    void everyNetworkCanBeMeasured() {
        for (String kind : NetworkSettings.KINDS) {
            Cli result = Cli.run("bench", "--network=" + kind, "--side=3", "--batch=8", "--steps=6", "--json");
            assertThat(result.code()).as(kind + ": " + result.err()).isZero();
        }
    }

    /** Products of a block's matrices by hand: 100 sites, width 64, 3 blocks, both directions. */
    @Test
    void countsTheProductsOfTheMatrices() {
        NetworkSettings net = new NetworkSettings("letf", 64, 4, 3, false, Readout.PLAIN);
        double tokens = 2 * 100;
        double blocks = 3 * 2 * (64 * 192 + 64 * 64 + 64 * 256 + 256 * 64 + 0.5 * 2 * 100 * 64);
        double readout = 2 * (64 * 192 + 64 * 64 / 2.0 + 100 * 64);
        assertThat(Operations.forward(net, 100, 1)).isCloseTo(tokens * (blocks + readout), within(1.0));
        assertThat(Operations.forward(new NetworkSettings("lemlp", 8, 1, 5, true, Readout.PLAIN), 16, 3))
                .isCloseTo(3 * 5 * 2.0 * 16 * 16 * 8, within(1.0));
        assertThat(Operations.forward(new NetworkSettings("leattn", 8, 2, 1, true, Readout.PLAIN), 16, 3))
                .isCloseTo(3 * 16 * 2.0 * (8 * 24 + 16 * 8), within(1.0));
        double kernels = 8 * 8 + 2 * (24 * 8 + 8 * 8) + 2 * (99 * 8 + 8 * 8);
        assertThat(Operations.forward(new NetworkSettings("leconv", 8, 2, 3, true, Readout.PLAIN), 100, 1))
                .isCloseTo(100 * 2 * kernels, within(1.0));
        double gathered = 24 * (8 + 9 * 4) + 9 * 4 * 8 + 9 * 4 + 100 * 4 + 4 * 8;
        assertThat(Operations.forward(new NetworkSettings("lelattice", 8, 1, 2, true, Readout.PLAIN), 100, 1))
                .isCloseTo(100 * 2 * (gathered + 2 * 4 * 8 * 8), within(1.0));
        assertThat(Operations.step(net, 100, 7)).isCloseTo(21 * Operations.forward(net, 100, 1), within(1.0));
    }
}
