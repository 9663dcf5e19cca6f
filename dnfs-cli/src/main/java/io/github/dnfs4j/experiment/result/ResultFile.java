package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.io.format.ParseReason;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.train.Trainer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code result.json} of a run folder: the evaluation, what it cost to get there and with which software. */
public final class ResultFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ResultFile() {}

    static Path in(Path run) {
        return run.resolve("result.json");
    }

    /** Whether the run was trained, evaluated and reported to its end. */
    public static boolean exists(Path run) {
        return Files.isRegularFile(in(run));
    }

    public static ObjectNode of(RunSettings settings, Trainer trainer, Metrics metrics, Evaluation evaluation) {
        TrainSettings train = settings.train();
        long neighbours = trainer.flow().path().space().neighbours();
        ObjectNode tree = JSON.createObjectNode();
        tree.put("name", settings.target().title());
        tree.set("versions", JSON.valueToTree(Versions.current()));
        tree.put("seed", settings.seed());
        tree.put("device", settings.hardware().name().toLowerCase(java.util.Locale.ROOT));
        tree.put("precision", settings.precision().toString());
        tree.put("steps", trainer.steps());
        tree.put("skippedSteps", metrics.skipped());
        tree.put("seconds", trainer.seconds());
        tree.putObject("evaluations")
                .put("target", metrics.targetEvaluations(train, neighbours))
                .put("network", metrics.networkEvaluations(train));
        tree.set("evaluation", EvaluationJson.of(evaluation));
        tree.set("settings", settings(settings));
        return tree;
    }

    private static JsonNode settings(RunSettings settings) {
        try {
            return new YAMLMapper().readTree(SettingsFile.of(settings).yaml());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void write(Path run, JsonNode result) throws IOException {
        AtomicFile.write(in(run), (EvaluationJson.text(result) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    public static JsonNode read(Path run) throws IOException {
        try {
            return JSON.readTree(Files.readAllBytes(in(run)));
        } catch (JsonProcessingException e) {
            throw new FormatException(in(run), "not valid JSON: " + ParseReason.of(e), e);
        }
    }
}
