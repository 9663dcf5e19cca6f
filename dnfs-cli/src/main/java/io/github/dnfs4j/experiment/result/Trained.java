package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.dnfs4j.sample.Cost;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a model was trained, as its {@code result.json} says.
 *
 * @param loss at the end, where it is kept
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Trained(
        long seed,
        String device,
        String precision,
        long steps,
        double seconds,
        @Nullable Evaluations evaluations,
        @Nullable Versions versions,
        @Nullable Double loss) {

    /** How many single states were looked at. */
    public record Evaluations(long target, long network) {
        public static Evaluations of(Cost cost) {
            return new Evaluations(cost.targetEvaluations(), cost.networkEvaluations());
        }
    }

    /** Of a run folder or of an exported model, whose result keeps that of the run; null where neither is finished. */
    public static @Nullable Trained in(Path folder) throws IOException {
        if (!RunResult.exists(folder)) {
            return null;
        }
        JsonNode result = Json.readTree(RunResult.file(folder));
        JsonNode kept = result.path("training").isObject() ? result.path("training") : result;
        return Json.record(RunResult.file(folder), kept, Trained.class);
    }

    public Cost cost() {
        return evaluations == null
                ? new Cost(0, 0, seconds)
                : new Cost(evaluations.target(), evaluations.network(), seconds);
    }
}
