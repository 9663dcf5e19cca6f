package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.terminal.Numbers;
import java.util.Locale;
import java.util.Map;

/**
 * An evaluation as a JSON object with the names of the record's parts: what {@code eval --json} prints and
 * {@code result.json} keeps. What is unknown or not finite is null.
 */
public final class EvaluationJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private EvaluationJson() {}

    public static ObjectNode of(Evaluation evaluation) {
        ObjectNode tree = JSON.valueToTree(evaluation);
        nullUnlessFinite(tree);
        return tree;
    }

    /** The text of any tree, indented. */
    public static String text(JsonNode tree) {
        try {
            return JSON.writer(new DefaultPrettyPrinter()).writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How the paths of an evaluation were simulated, in words. */
    public static String paths(JsonNode evaluation) {
        return evaluation.path("cells").isInt()
                ? String.format(
                        Locale.ROOT,
                        "jumps in %d cells, %s network calls a path",
                        evaluation.path("cells").asInt(),
                        Numbers.calls(evaluation.at("/networkCallsPerPath/mean").asDouble()))
                : evaluation.path("timeSteps").asInt() + " time steps";
    }

    public static void nullUnlessFinite(ObjectNode tree) {
        for (Map.Entry<String, JsonNode> e : tree.properties()) {
            if (e.getValue() instanceof ObjectNode child) {
                nullUnlessFinite(child);
            } else if (e.getValue().isDouble() && !Double.isFinite(e.getValue().doubleValue())) {
                tree.putNull(e.getKey());
            }
        }
    }
}
