package io.github.dnfs4j.experiment.reproduce;

import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.plan.Published;
import io.github.dnfs4j.experiment.result.OverSeeds;
import io.github.dnfs4j.experiment.result.Quantity;
import io.github.dnfs4j.experiment.result.ResultTable;
import io.github.dnfs4j.experiment.result.TableFile;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.report.RunReport.ResultRow;
import io.github.dnfs4j.torch.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The quantities of an experiment: for each variant the mean over its seeds with its {@link OverSeeds standard error}, the
 * spread of a single evaluation, the exact value and the published one.
 */
final class RunsTable {
    private final Experiment experiment;
    private final String budget;
    private final boolean comparable;

    RunsTable(Experiment experiment, String budget) {
        this.experiment = experiment;
        this.budget = budget;
        comparable = experiment.reference() != null
                && experiment.reference().budgets().contains(budget);
    }

    /** A variant's rows beside exact values. */
    List<ResultRow> rows(List<FinishedRun> runs) {
        return experiment.quantities().stream()
                .map(q -> ResultTable.row(q, FinishedRun.mean(q, runs)))
                .toList();
    }

    /** What heads the cells of {@link #cells}. */
    List<String> header(String variant, List<FinishedRun> runs) {
        List<String> header = new ArrayList<>(List.of("Quantity", "Mean over seeds", "Exact", "Difference"));
        if (repeated(runs)) {
            header.add("Deviation of one evaluation");
        }
        if (published(variant)) {
            String theirs = author();
            String heading = theirs.substring(0, 1).toUpperCase(Locale.ROOT) + theirs.substring(1);
            header.addAll(comparable ? List.of(heading, "Ours − " + theirs) : List.of(heading + ", larger problem"));
        }
        return header;
    }

    /** A variant's rows with all that is known. */
    List<List<String>> cells(String variant, List<FinishedRun> runs) {
        List<List<String>> lines = new ArrayList<>();
        for (Quantity q : experiment.quantities()) {
            Estimate mean = FinishedRun.mean(q, runs);
            ResultRow row = ResultTable.row(q, mean);
            List<String> cells = new ArrayList<>(List.of(row.quantity(), row.value(), row.exact(), row.difference()));
            if (repeated(runs)) {
                double[] variances =
                        runs.stream().mapToDouble(run -> run.variance(q)).toArray();
                cells.add(Numbers.significant(Math.sqrt(Statistics.mean(variances))));
            }
            if (published(variant)) {
                double theirs = published(variant, q);
                cells.add(text(q, theirs));
                if (comparable) {
                    cells.add(Numbers.difference(mean.value(), Double.NaN, theirs));
                }
            }
            lines.add(cells);
        }
        return lines;
    }

    /** All variants in one table: a line for each, and below it the exact and the published values. */
    List<List<String>> overview(Map<String, List<FinishedRun>> results) {
        List<Quantity> columns = experiment.quantities();
        List<List<String>> lines = new ArrayList<>();
        results.forEach((variant, runs) -> {
            String shown = FinishedRun.shown(runs);
            lines.add(line(shown, columns, q -> q.text(FinishedRun.mean(q, runs))));
            if (columns.stream().anyMatch(q -> FinishedRun.mean(q, runs).reference() != null)) {
                lines.add(line(
                        shown + ", exact",
                        columns,
                        q -> Numbers.exact(FinishedRun.mean(q, runs).reference())));
            }
            if (published(variant)) {
                lines.add(line(variant + ", " + author(), columns, q -> text(q, published(variant, q))));
            }
        });
        return lines;
    }

    /** All variants as readers compare them: a line for each, the exact and the published value below ours in each cell. */
    List<List<String>> aRowARun(Map<String, List<FinishedRun>> results) {
        List<List<String>> lines = new ArrayList<>();
        results.forEach((variant, runs) -> lines.add(line(FinishedRun.shown(runs), experiment.quantities(), q -> {
            Estimate mean = FinishedRun.mean(q, runs);
            List<String> parts = new ArrayList<>(List.of(q.text(mean)));
            if (mean.reference() != null) {
                parts.add("exact " + Numbers.exact(mean.reference()));
            }
            if (published(variant) && Double.isFinite(published(variant, q))) {
                parts.add(author() + " " + text(q, published(variant, q)));
            }
            return String.join("\n", parts);
        })));
        return lines;
    }

    private static String text(Quantity q, double published) {
        return Double.isFinite(published) ? q.text(Estimate.of(published, Double.NaN)) : "";
    }

    /** What the overview is, and where its published values come from. */
    String caption() {
        @Nullable Published published = experiment.reference();
        return "Means over seeds"
                + (published == null ? "" : "; " + published.author() + ": " + published.source())
                + (published == null || comparable ? "" : ", a larger problem than ours at this budget");
    }

    /** What heads {@link #overview}. */
    List<String> overviewHeader() {
        List<String> header = new ArrayList<>(List.of("Run"));
        experiment.quantities().forEach(q -> header.add(q.label()));
        return header;
    }

    /** The overview as {@code results.json}, for other pages. */
    TableFile file(Map<String, List<FinishedRun>> results) {
        FinishedRun first = results.values().iterator().next().get(0);
        return TableFile.of(
                experiment.title(),
                experiment.command(budget),
                caption() + "; ± over seeds, at least that of the samples",
                Device.valueOf(first.result().device().toUpperCase(Locale.ROOT)), // not where the table is made
                overviewHeader(),
                overview(results),
                values(results));
    }

    /** Each seed's own means. */
    private List<TableFile.Value> values(Map<String, List<FinishedRun>> results) {
        List<TableFile.Value> values = new ArrayList<>();
        results.forEach((variant, runs) -> {
            for (FinishedRun run : runs) {
                long seed = run.training().settings().seed();
                for (Quantity q : experiment.quantities()) {
                    if (Double.isFinite(run.mean(q))) {
                        values.add(TableFile.Value.of(variant, q.key(), seed, run.mean(q), run.error(q)));
                    }
                }
            }
        });
        return values;
    }

    private static List<String> line(String name, List<Quantity> columns, Function<Quantity, String> cell) {
        List<String> line = new ArrayList<>(List.of(name));
        columns.forEach(q -> line.add(cell.apply(q)));
        return line;
    }

    private static boolean repeated(List<FinishedRun> runs) {
        return runs.stream().anyMatch(run -> run.evaluations().size() > 1);
    }

    private boolean published(String variant) {
        return experiment.reference() != null && experiment.reference().knows(variant);
    }

    private String author() {
        return experiment.reference() == null ? "" : experiment.reference().author();
    }

    private double published(String variant, Quantity q) {
        return experiment.reference() == null
                ? Double.NaN
                : experiment.reference().value(variant, q);
    }
}
