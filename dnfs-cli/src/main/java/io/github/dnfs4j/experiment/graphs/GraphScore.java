package io.github.dnfs4j.experiment.graphs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.terminal.Columns;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.metric.Statistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How well a method solved a set of graphs, several times each.
 *
 * @param mean objective of a solution, over graphs and samples
 * @param standardError of the mean, over graphs, of the objective less the graph's best known
 * @param best mean over graphs of the best of the samples
 * @param drop {@code 1 - mean / mean optimum}
 * @param bestDrop the same of the best of the samples
 * @param repairedDrop the drop of the same samples when they are only repaired, as the paper does; null where nobody drew
 *     samples
 * @param seconds for all graphs and samples
 */
public record GraphScore(
        String method,
        double mean,
        double standardError,
        double best,
        double drop,
        double bestDrop,
        @Nullable Double repairedDrop,
        double seconds) {

    /**
     * From objectives and the optima of the graphs.
     *
     * @param objectives [graph][sample]
     * @param repaired those of the same samples as the paper decodes them; null for none
     */
    public static GraphScore of(
            String method, double[][] objectives, double @Nullable [][] repaired, double[] optima, double seconds) {
        double[] means = Arrays.stream(objectives).mapToDouble(Statistics::mean).toArray();
        double[] bests = Arrays.stream(objectives)
                .mapToDouble(v -> Arrays.stream(v).max().orElseThrow())
                .toArray();
        double[] below = new double[means.length];
        Arrays.setAll(below, g -> means[g] - optima[g]);
        double optimum = Statistics.mean(optima);
        double mean = Statistics.mean(means);
        double best = Statistics.mean(bests);
        return new GraphScore(
                method,
                mean,
                Statistics.standardError(below),
                best,
                1 - mean / optimum,
                1 - best / optimum,
                repaired == null ? null : 1 - mean(repaired) / optimum,
                seconds);
    }

    private static double mean(double[][] objectives) {
        return Arrays.stream(objectives).mapToDouble(Statistics::mean).average().orElseThrow();
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    /** The cells of a table. */
    public List<String> cells() {
        return List.of(
                method,
                Numbers.fixed(mean, standardError, 3),
                percent(drop),
                String.format(Locale.ROOT, "%.2f", best),
                percent(bestDrop),
                repairedDrop == null ? Numbers.NONE : percent(repairedDrop),
                String.format(Locale.ROOT, "%.1f", seconds));
    }

    /** What the cells are. */
    public static List<String> header(int samples) {
        return List.of(
                "method", "mean size", "drop", "best of " + samples, "its drop", "drop, repaired only", "seconds");
    }

    public static ArrayNode json(List<GraphScore> scores) {
        return Json.tree(scores);
    }

    /** A table as text. */
    public static String text(List<GraphScore> scores, int samples) {
        List<List<String>> lines = new ArrayList<>(List.of(header(samples)));
        scores.forEach(s -> lines.add(s.cells()));
        return Columns.text(lines, 3);
    }
}
