package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.settings.TrainSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What {@code metrics.jsonl} tells about a run, over all its resumptions: optimiser steps (lines with a loss) and
 * rounds of new paths (lines with a horizon). A value that was not finite is NaN.
 */
public record Metrics(List<JsonNode> steps, List<JsonNode> rounds) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public static Metrics read(Path file) throws IOException {
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

    public static double[] column(List<JsonNode> lines, String key) {
        return lines.stream()
                .mapToDouble(line -> line.path(key).asDouble(Double.NaN))
                .toArray();
    }

    /** Steps left out because the loss or the gradient was not finite. */
    long skipped() {
        return steps.isEmpty() ? 0 : steps.get(steps.size() - 1).path("skipped").asLong();
    }

    /** States that went through the network: every point of every path, twice where moves follow it, and every batch. */
    long networkEvaluations(TrainSettings s) {
        long points = 0;
        for (long path : pathSteps(s)) {
            points += s.paths().sweeps() > 0 ? 2 * path : path + 1;
        }
        return points * s.paths().trajectories()
                + (long) steps.size() * s.optimiser().batch();
    }

    /** Log densities: those that come with the network's, and those of the moves between steps. */
    long targetEvaluations(TrainSettings s, long neighbours) {
        long moves = 0;
        for (long path : pathSteps(s)) {
            moves += (path - 1) * s.paths().sweeps();
        }
        return networkEvaluations(s) * (1 + neighbours) + moves * s.paths().trajectories() * neighbours;
    }

    private long[] pathSteps(TrainSettings s) {
        return Arrays.stream(column(rounds, "horizon"))
                .mapToLong(horizon -> Math.round(horizon * s.paths().timeSteps()))
                .toArray();
    }
}
