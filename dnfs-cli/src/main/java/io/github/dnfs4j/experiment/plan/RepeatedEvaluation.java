package io.github.dnfs4j.experiment.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.result.EvaluationJson;
import io.github.dnfs4j.experiment.run.Judge;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

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

    /**
     * The evaluations of a finished run.
     *
     * @param sums whether with the paper's weights, from as many paths by steps where samples are drawn by jumps
     */
    public List<JsonNode> of(Path run, boolean sums) throws IOException {
        Path file = run.resolve("evaluations.json");
        ObjectNode tree = Files.exists(file) && JSON.readTree(file.toFile()) instanceof ObjectNode kept
                ? kept
                : JSON.createObjectNode();
        ObjectNode how = JSON.createObjectNode().put("times", times).put("samples", samples);
        how.put("sums", sums).put("sampling", Model.settings(run).sampling().toString());
        if (!how.properties().stream().allMatch(kept(tree))) {
            tree = how;
            tree.set(LIST, evaluate(run, sums));
            AtomicFile.write(file, (EvaluationJson.text(tree) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        List<JsonNode> all = new ArrayList<>();
        tree.path(LIST).forEach(all::add);
        return all;
    }

    private static Predicate<Map.Entry<String, JsonNode>> kept(ObjectNode tree) {
        return e -> e.getValue().equals(tree.get(e.getKey()));
    }

    private ArrayNode evaluate(Path run, boolean sums) throws IOException {
        ArrayNode list = JSON.createArrayNode();
        try (Model model = Model.load(run);
                Rng rng = Judge.rng(model.settings())) {
            for (int k = 0; k < times; k++) {
                Evaluation evaluation = Evaluation.of(model, samples, rng).evaluation();
                list.add(EvaluationJson.of(sums ? withSums(evaluation, model, rng) : evaluation));
            }
        }
        return list;
    }

    private Evaluation withSums(Evaluation evaluation, Model model, Rng rng) {
        if (evaluation.timeSteps() != null) {
            return evaluation;
        }
        SamplingSettings s = model.settings().sampling();
        SamplingSettings steps = s.plain().steps(s.timeSteps(), s.batch());
        FlowSampler sampler = new FlowSampler(steps.simulator(model.flow()), steps.batch());
        return evaluation.withSums(sampler.weighted(samples, rng), s.timeSteps());
    }
}
