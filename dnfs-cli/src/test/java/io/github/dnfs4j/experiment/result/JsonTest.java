package io.github.dnfs4j.experiment.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.metric.Estimate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class JsonTest {
    private static final String EVALUATION = """
            {"ess": {"left": 0.25, "trapezoid": 0.375, "exact": null},
             "logZ": {"left": 1.5, "trapezoid": 1.25, "exact": 1.75, "lowerBound": 1.625, "upperBound": 1.875,
                      "standardError": 0.125, "reference": 2.5},
             "freeEnergyPerSite": {"value": 0.1875, "standardError": null, "reference": 0.5},
             "internalEnergyPerSite": {"value": 0.3125, "standardError": 0.5, "reference": null},
             "entropyPerSite": {"value": 0.4375},
             "varLogWeightPerSite": 0.0625, "magnetisation": {"mean": 0.03125, "meanAbsolute": 0.5625},
             "orderParameter": {"value": 0.6875}, "samples": 7, "seconds": 3, "ofANewerVersion": [1],
             %s}
            """;

    @TempDir
    Path folder;

    private Evaluation read(String more) throws IOException {
        Path file = folder.resolve("evaluation.json");
        Files.writeString(file, EVALUATION.formatted(more));
        return Json.read(file, Evaluation.class);
    }

    @Test
    void anEvaluationThatIsNoneIsRefusedInItsWords() throws IOException {
        Path file = Files.writeString(folder.resolve("result.json"), "{\"evaluation\": 2147483648}");
        assertThatThrownBy(() -> Json.read(file, RunResult.class))
                .isInstanceOf(FormatException.class)
                .hasMessageEndingWith("evaluation: it holds no evaluation");
    }

    /** The key of a quantity is the path to its value in the file. */
    @ParameterizedTest
    @EnumSource
    void everyQuantityIsFoundWhereItsKeySays(Quantity q) throws IOException {
        Evaluation evaluation = read("\"networkCallsPerPath\": {\"mean\": 60.125, \"max\": 81}");
        JsonNode tree =
                new ObjectMapper().readTree(folder.resolve("evaluation.json").toFile());
        JsonNode at = tree.at("/" + q.key().replace('.', '/'));
        Estimate found = q.in(evaluation);
        assertThat(found.value())
                .isEqualTo(Double.valueOf((at.isObject() ? at.path("value") : at).asDouble(Double.NaN)));
        if (at.isObject()) {
            assertThat(found.standardError())
                    .isEqualTo(Double.valueOf(at.path("standardError").asDouble(Double.NaN)));
            assertThat(found.reference() == null)
                    .isEqualTo(!at.path("reference").isNumber());
        }
        if (q.name().startsWith("LOG_Z")) {
            assertThat(found.reference()).isEqualTo(2.5);
            assertThat(found.standardError()).isEqualTo(Double.valueOf(q == Quantity.LOG_Z ? 0.125 : Double.NaN));
        }
        assertThat(Quantity.of(q.key())).isEqualTo(q);
    }

    @Test
    void whatIsNotKnownIsNaNAndNullAgain() throws IOException {
        Evaluation evaluation = read("\"cells\": 32, \"networkCallsPerPath\": {\"mean\": 60.125, \"max\": 81}");
        assertThat(evaluation.ess().exact()).isNaN();
        assertThat(evaluation.jumpsPerPath()).isNaN();
        Path again = folder.resolve("again.json");
        Json.write(again, evaluation);
        assertThat(Json.read(again, Evaluation.class)).isEqualTo(evaluation);
        JsonNode tree = new ObjectMapper().readTree(again.toFile());
        assertThat(tree.at("/ess/exact").isNull()).isTrue();
        assertThat(tree.at("/freeEnergyPerSite/standardError").isNull()).isTrue();
        assertThat(tree.at("/logZ/exact").asDouble()).isEqualTo(1.75);
    }

    /** Evaluations by jumps, by steps, and by an older version that knew nothing but steps. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"cells\": 32, \"timeSteps\": null, \"networkCallsPerPath\": {\"mean\": 60.125, \"max\": 81}"
                        + " | 60.1 | 7 samples by jumps in 32 cells, 60.1 network calls a path, in 3.0 s",
                "\"cells\": null, \"timeSteps\": 64, \"networkCallsPerPath\": {\"mean\": 65, \"max\": 65}"
                        + " | 65.0 | 7 samples by 64 time steps, in 3.0 s",
                "\"timeSteps\": 64 | 65.0 | 7 samples by 64 time steps, in 3.0 s"
            })
    void evaluationsSayHowTheirPathsWereRun(String more, String calls, String source) throws IOException {
        Evaluation evaluation = read(more);
        assertThat(Numbers.calls(evaluation.networkCallsPerPath().mean())).isEqualTo(calls);
        assertThat(ResultTable.source(evaluation)).isEqualTo(source);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1] | no JSON object",
                "{\"se | not valid JSON",
                "{\"seconds\": \"long\"} | seconds",
                "'' | no JSON"
            })
    void whatIsNoResultIsRefusedByName(String text, String reason) throws IOException {
        Path file = Files.writeString(folder.resolve("result.json"), text);
        assertThatThrownBy(() -> RunResult.read(folder))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(reason);
    }
}
