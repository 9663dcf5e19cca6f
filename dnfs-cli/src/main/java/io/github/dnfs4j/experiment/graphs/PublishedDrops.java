package io.github.dnfs4j.experiment.graphs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the paper says of solvers: how far below the optimum they stay.
 *
 * @param source where, as a reader finds it
 * @param drops in percent, for each family of graphs by method
 */
public record PublishedDrops(String source, Map<String, Map<String, Double>> drops) {
    public PublishedDrops {
        if (source == null || source.isBlank() || drops == null) {
            throw new IllegalArgumentException("reference needs a source and drops");
        }
    }

    boolean knows(String set) {
        return drops.containsKey(set);
    }

    /** A header with two more columns. */
    List<String> header(List<String> header) {
        List<String> wide = new ArrayList<>(header);
        wide.add("paper's drop");
        wide.add("ours − paper");
        return wide;
    }

    /**
     * The cells of a score with the paper's drop, and how much larger ours is, in percent of the optimum: of samples that
     * are only repaired, as the paper's, where there are any.
     */
    List<String> cells(String set, GraphScore score) {
        @Nullable Double theirs = drops.getOrDefault(set, Map.of()).get(score.method());
        double ours = Objects.requireNonNullElse(score.repairedDrop(), score.drop());
        List<String> wide = new ArrayList<>(score.cells());
        wide.add(theirs == null ? "" : String.format(Locale.ROOT, "%.2f %%", theirs));
        wide.add(theirs == null ? "" : String.format(Locale.ROOT, "%+.2f", 100 * ours - theirs));
        return wide;
    }
}
