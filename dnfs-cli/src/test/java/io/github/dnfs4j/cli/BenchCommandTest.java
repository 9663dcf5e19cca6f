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

    /** Products of a block's matrices by hand: 100 sites, width 64, 3 blocks, both directions. */
    @Test
    void countsTheProductsOfTheMatrices() {
        NetworkSettings net = new NetworkSettings("letf", 64, 4, 3, false, Readout.PLAIN);
        double tokens = 2 * 100;
        double blocks = 3 * 2 * (64 * 192 + 64 * 64 + 64 * 256 + 256 * 64 + 0.5 * 2 * 100 * 64);
        double readout = 2 * (64 * 192 + 64 * 64 / 2.0 + 100 * 64);
        assertThat(Operations.forward(net, 100, 1)).isCloseTo(tokens * (blocks + readout), within(1.0));
        assertThat(Operations.step(net, 100, 7)).isCloseTo(21 * Operations.forward(net, 100, 1), within(1.0));
    }
}
