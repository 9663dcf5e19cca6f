package io.github.dnfs4j.experiment.plan;

import io.github.dnfs4j.experiment.result.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What others have published of an experiment.
 *
 * @param by whose it is, in a word; null for the paper
 * @param source where, as a reader finds it
 * @param budgets at which ours is the same problem; at others it is a smaller one, and no difference is taken
 * @param runs for each variant its quantities by key, such as {@code ess.left}
 */
public record Published(
        @Nullable String by, String source, List<String> budgets, Map<String, Map<Quantity, Double>> runs) {
    public Published {
        if (source == null || source.isBlank() || budgets == null || runs == null) {
            throw new IllegalArgumentException("reference needs a source, budgets and runs");
        }
    }

    /** What its values are headed by. */
    public String author() {
        return Objects.requireNonNullElse(by, "paper");
    }

    /** NaN where nothing was published. */
    public double value(String run, Quantity quantity) {
        @Nullable Map<Quantity, Double> values = runs.get(run);
        return values == null ? Double.NaN : Objects.requireNonNullElse(values.get(quantity), Double.NaN);
    }

    public boolean knows(String run) {
        return runs.containsKey(run);
    }
}
