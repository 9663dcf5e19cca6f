package io.github.dnfs4j.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code metrics.jsonl} tells about a run, over all its resumptions: optimiser steps (lines with a loss) and
 * rounds of new paths (lines with a horizon). A value that was not finite is NaN.
 */
record Metrics(List<JsonNode> steps, List<JsonNode> rounds) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Metrics read(Path file) throws IOException {
        Metrics metrics = new Metrics(new ArrayList<>(), new ArrayList<>());
        if (Files.exists(file)) {
            try (BufferedReader lines = Files.newBufferedReader(file)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    metrics.add(line);
                }
            }
        }
        return metrics;
    }

    private void add(String line) {
        try {
            JsonNode node = JSON.readTree(line);
            if (node.has("horizon")) {
                rounds.add(node);
            } else if (node.has("loss")) {
                steps.add(node);
            }
        } catch (JsonProcessingException torn) {
            // A crash can leave a torn line; a curve does not miss it.
        }
    }

    static double[] column(List<JsonNode> lines, String key) {
        return lines.stream()
                .mapToDouble(line -> line.path(key).asDouble(Double.NaN))
                .toArray();
    }

    /** Steps left out because the loss or the gradient was not finite. */
    long skipped() {
        return steps.isEmpty() ? 0 : steps.get(steps.size() - 1).path("skipped").asLong();
    }

    /** States that went through the network: every point of every path, and every batch. */
    long networkEvaluations(int trajectories, int timeSteps, int batch) {
        long points = 0;
        for (double horizon : column(rounds, "horizon")) {
            points += Math.round(horizon * timeSteps) + 1;
        }
        return points * trajectories + (long) steps.size() * batch;
    }
}
