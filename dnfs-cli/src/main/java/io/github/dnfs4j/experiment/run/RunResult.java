package io.github.dnfs4j.experiment.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dnfs4j.experiment.result.Quantity;
import io.github.dnfs4j.metric.Weights;
import java.util.List;

/**
 * A finished run.
 *
 * @param result its result.json
 * @param evaluations one or several
 */
public record RunResult(JsonNode result, List<JsonNode> evaluations) {
    public static RunResult of(JsonNode result) {
        return new RunResult(result, List.of(result.path("evaluation")));
    }

    /** Mean over the evaluations. */
    public double mean(Quantity q) {
        return Weights.mean(values(q));
    }

    /** Variance over the evaluations; NaN for a single one. */
    public double variance(Quantity q) {
        return Weights.variance(values(q));
    }

    public double exact(Quantity q) {
        return q.exact(evaluations.get(0));
    }

    private double[] values(Quantity q) {
        return evaluations.stream().mapToDouble(q::value).toArray();
    }
}
