package io.github.dnfs4j.experiment.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.dnfs4j.experiment.terminal.Numbers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Evaluations by jumps, by steps, and by an older version that knew nothing but steps. */
class ModelTableTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"cells\": 32, \"timeSteps\": null, \"networkCallsPerPath\": {\"mean\": 60.125, \"max\": 81}}"
                        + " | 60.1 | jumps in 32 cells, 60.1 network calls a path",
                "{\"cells\": null, \"timeSteps\": 64, \"networkCallsPerPath\": {\"mean\": 65, \"max\": 65}}"
                        + " | 65 | 64 time steps",
                "{\"timeSteps\": 64} | 65 | 64 time steps"
            })
    void evaluationsSayHowTheirPathsWereRun(String evaluation, String calls, String paths) throws Exception {
        var tree = new ObjectMapper().readTree(evaluation);
        assertThat(ModelTable.calls(tree)).startsWith(calls);
        assertThat(EvaluationJson.paths(tree)).isEqualTo(paths);
    }

    @Test
    void whatWasNeverJudgedHasNone() {
        assertThat(ModelTable.calls(MissingNode.getInstance())).isEqualTo(Numbers.NONE);
    }
}
