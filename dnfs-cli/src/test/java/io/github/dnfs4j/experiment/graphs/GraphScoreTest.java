package io.github.dnfs4j.experiment.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class GraphScoreTest {
    private static final Offset<Double> ROUNDING = within(1e-12);

    /** Graph means 5, 12 and 28 of optima 10, 20 and 30; graph bests 8, 20 and 29; repaired only, means 4, 10 and 25. */
    private static final GraphScore SCORE = GraphScore.of(
            "dnfs",
            new double[][] {{2, 8, 5}, {4, 12, 20}, {28, 27, 29}},
            new double[][] {{2, 6, 4}, {4, 10, 16}, {25, 24, 26}},
            new double[] {10, 20, 30},
            1.5);

    @Test
    void theDropIsOfTheMeanAndTheOtherOfTheBest() {
        assertThat(SCORE.mean()).isCloseTo(15, ROUNDING);
        assertThat(SCORE.best()).isCloseTo(19, ROUNDING);
        assertThat(SCORE.drop()).isCloseTo(1 - 15.0 / 20, ROUNDING);
        assertThat(SCORE.bestDrop()).isCloseTo(1 - 19.0 / 20, ROUNDING);
        assertThat(SCORE.repairedDrop()).isCloseTo(1 - 13.0 / 20, ROUNDING);
    }

    /** Of -5, -8 and -2: deviation 3, over the root of three graphs and not of nine samples. */
    @Test
    void theErrorIsOfWhatGraphsLoseNotOfTheirSizes() {
        assertThat(SCORE.standardError()).isCloseTo(3 / Math.sqrt(3), ROUNDING);
    }

    @Test
    void tableAndJsonSayTheSame() {
        assertThat(SCORE.cells())
                .containsExactly("dnfs", "15.000 ± 1.732", "25.00 %", "19.00", "5.00 %", "35.00 %", "1.5")
                .hasSameSizeAs(GraphScore.header(3));
        JsonNode row = GraphScore.json(List.of(SCORE)).get(0);
        assertThat(row.path("mean").asDouble()).isEqualTo(SCORE.mean());
        assertThat(row.path("standardError").asDouble()).isEqualTo(SCORE.standardError());
        assertThat(row.path("best").asDouble()).isEqualTo(SCORE.best());
        assertThat(row.path("drop").asDouble()).isEqualTo(SCORE.drop());
        assertThat(row.path("bestDrop").asDouble()).isEqualTo(SCORE.bestDrop());
        assertThat(row.path("repairedDrop").asDouble()).isEqualTo(SCORE.repairedDrop());
        assertThat(row.path("seconds").asDouble()).isEqualTo(1.5);
    }
}
