package io.github.dnfs4j.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.io.AtomicFile;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.train.Evaluation;
import io.github.dnfs4j.train.Model;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Evaluates a trained model several times with fresh samples, as the paper's tables do, and keeps the results in
 * {@code evaluations.json} of its run folder. What is there already is not repeated.
 *
 * @param times how often
 * @param samples of each time
 */
public record RepeatedEvaluation(int times, int samples) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LIST = "evaluations";

    public RepeatedEvaluation {
        if (times < 1 || samples < 1) {
            throw new IllegalArgumentException("evaluate needs times and samples of 1 or more");
        }
    }

    /** The evaluations of a finished run. */
    List<JsonNode> of(Path run) throws IOException {
        Path file = run.resolve("evaluations.json");
        ObjectNode tree = Files.exists(file) && JSON.readTree(file.toFile()) instanceof ObjectNode kept
                ? kept
                : JSON.createObjectNode();
        if (tree.path("times").asInt() != times || tree.path("samples").asInt() != samples) {
            tree = JSON.createObjectNode().put("times", times).put("samples", samples);
            tree.set(LIST, evaluate(run));
            AtomicFile.write(file, (EvaluationJson.text(tree) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        List<JsonNode> all = new ArrayList<>();
        tree.path(LIST).forEach(all::add);
        return all;
    }

    private ArrayNode evaluate(Path run) throws IOException {
        ArrayNode list = JSON.createArrayNode();
        try (Model model = Model.load(run);
                Rng rng = Judge.rng(model.settings())) {
            for (int k = 0; k < times; k++) {
                list.add(EvaluationJson.of(Evaluation.of(model, samples, rng).evaluation()));
            }
        }
        return list;
    }
}
