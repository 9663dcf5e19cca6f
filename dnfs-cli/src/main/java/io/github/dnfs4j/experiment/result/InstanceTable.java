package io.github.dnfs4j.experiment.result;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.terminal.Columns;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.metric.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One model judged on several instances of its family.
 *
 * @param meanEss over the instances, of exact weights
 * @param leastEss of the worst
 */
public record InstanceTable(List<Row> instances, double meanEss, double leastEss) {
    private static final List<String> HEADER =
            List.of("bond seed", "ESS", "log Z", "exact", "off", "energy a site", "exact", "off");

    /** An instance and what came out. */
    public record Row(long bondSeed, Evaluation evaluation) {
        private List<String> cells() {
            List<String> cells = new ArrayList<>();
            cells.add(String.valueOf(bondSeed));
            cells.add(ess(evaluation.ess().exact()));
            Evaluation.LogZ z = evaluation.logZ();
            add(cells, new Estimate(z.exact(), z.standardError(), z.reference()));
            add(cells, evaluation.internalEnergyPerSite());
            return cells;
        }

        private static void add(List<String> cells, Estimate e) {
            Double exact = e.reference();
            cells.add(Numbers.withError(e));
            cells.add(Numbers.exact(exact));
            cells.add(exact == null ? "" : String.format(Locale.ROOT, "%.1f", (e.value() - exact) / e.standardError()));
        }
    }

    /** Of at least one. */
    public static InstanceTable of(List<Row> rows) {
        return new InstanceTable(
                List.copyOf(rows),
                rows.stream()
                        .mapToDouble(r -> r.evaluation.ess().exact())
                        .average()
                        .orElseThrow(),
                rows.stream().mapToDouble(r -> r.evaluation.ess().exact()).min().orElseThrow());
    }

    private static String ess(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    /** A warning of the worst instance, where its weights leave few samples. */
    public Optional<String> warning() {
        return instances.stream()
                .min(Comparator.comparingDouble(r -> r.evaluation.ess().exact()))
                .flatMap(worst -> worst.evaluation.warning().map(line -> "bond seed " + worst.bondSeed + ": " + line));
    }

    /** Columns under a header; {@code off} counts standard errors. */
    public String text() {
        List<List<String>> lines = new ArrayList<>(List.of(HEADER));
        instances.forEach(row -> lines.add(row.cells()));
        return Columns.text(lines, 2) + "ESS " + ess(meanEss) + " in the mean, " + ess(leastEss) + " at least\n";
    }
}
