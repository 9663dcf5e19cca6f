package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.io.format.Channels;
import io.github.dnfs4j.train.TrainListener.Round;
import io.github.dnfs4j.train.TrainListener.Step;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code metrics.jsonl} tells about a run, over all its resumptions: optimiser steps (lines with a loss) and
 * rounds of new paths (lines with a horizon). A value that was not finite or not kept is NaN.
 */
public record Metrics(List<Step> steps, List<Round> rounds) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public static Metrics in(Path run) throws IOException {
        Metrics metrics = new Metrics(new ArrayList<>(), new ArrayList<>());
        Path file = run.resolve("metrics.jsonl");
        if (Files.exists(file)) {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                    java.nio.channels.Channels.newInputStream(Channels.open(file)), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    metrics.add(line);
                }
            }
        }
        return metrics;
    }

    private void add(String text) {
        try {
            JsonNode line = JSON.readTree(text);
            if (line.has("horizon")) {
                rounds.add(Json.record(line, Round.class));
            } else if (line.has("loss")) {
                steps.add(new Step(
                        line.path("step").asLong(),
                        Double.NaN,
                        number(line, "loss"),
                        number(line, "gradientNorm"),
                        number(line, "learningRate"),
                        line.path("skipped").asLong()));
            }
        } catch (JsonProcessingException torn) {
            // A crash can leave a torn line; a curve does not miss it.
        }
    }

    private static double number(JsonNode line, String key) {
        return line.path(key).asDouble(Double.NaN);
    }

    /** Steps left out because the loss or the gradient was not finite. */
    public long skipped() {
        return steps.isEmpty() ? 0 : steps.get(steps.size() - 1).skipped();
    }
}
