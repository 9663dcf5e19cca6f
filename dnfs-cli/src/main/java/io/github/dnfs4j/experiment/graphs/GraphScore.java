package io.github.dnfs4j.experiment.graphs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.metric.Weights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How well a method solved a set of graphs, several times each.
 *
 * @param mean objective of a solution, over graphs and samples
 * @param standardError of the mean, over graphs, of the objective less the graph's best known
 * @param best mean over graphs of the best of the samples
 * @param drop {@code 1 - mean / mean optimum}
 * @param bestDrop the same of the best of the samples
 * @param seconds for all graphs and samples
 */
public record GraphScore(
        String method, double mean, double standardError, double best, double drop, double bestDrop, double seconds) {

    /** From objectives [graph][sample] and the optima of the graphs. */
    public static GraphScore of(String method, double[][] objectives, double[] optima, double seconds) {
        double[] means = Arrays.stream(objectives).mapToDouble(Weights::mean).toArray();
        double[] bests = Arrays.stream(objectives)
                .mapToDouble(v -> Arrays.stream(v).max().orElseThrow())
                .toArray();
        double[] below = new double[means.length];
        Arrays.setAll(below, g -> means[g] - optima[g]);
        double optimum = Weights.mean(optima);
        double mean = Weights.mean(means);
        double best = Weights.mean(bests);
        return new GraphScore(
                method, mean, Weights.standardError(below), best, 1 - mean / optimum, 1 - best / optimum, seconds);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    /** The cells of a table. */
    public List<String> cells() {
        return List.of(
                method,
                Double.isNaN(standardError)
                        ? String.format(Locale.ROOT, "%.3f", mean)
                        : String.format(Locale.ROOT, "%.3f ± %.3f", mean, standardError),
                percent(drop),
                String.format(Locale.ROOT, "%.2f", best),
                percent(bestDrop),
                String.format(Locale.ROOT, "%.1f", seconds));
    }

    /** What the cells are. */
    public static List<String> header(int samples) {
        return List.of("method", "mean size", "drop", "best of " + samples, "drop", "seconds");
    }

    public static ArrayNode json(List<GraphScore> scores) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        for (GraphScore s : scores) {
            ObjectNode row = all.addObject();
            row.put("method", s.method).put("mean", s.mean).put("standardError", s.standardError);
            row.put("best", s.best)
                    .put("drop", s.drop)
                    .put("bestDrop", s.bestDrop)
                    .put("seconds", s.seconds);
        }
        return all;
    }

    /** A table as text. */
    public static String text(List<GraphScore> scores, int samples) {
        List<List<String>> lines = new ArrayList<>(List.of(header(samples)));
        scores.forEach(s -> lines.add(s.cells()));
        int[] widths = new int[lines.get(0).size()];
        lines.forEach(line ->
                Arrays.setAll(widths, c -> Math.max(widths[c], line.get(c).length())));
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder row = new StringBuilder();
            for (int c = 0; c < widths.length; c++) {
                row.append(line.get(c))
                        .append(" ".repeat(widths[c] - line.get(c).length() + 3));
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
