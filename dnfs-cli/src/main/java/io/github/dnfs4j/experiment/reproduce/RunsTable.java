package io.github.dnfs4j.experiment.reproduce;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.plan.Published;
import io.github.dnfs4j.experiment.result.EvaluationJson;
import io.github.dnfs4j.experiment.result.Quantity;
import io.github.dnfs4j.experiment.result.ResultTable;
import io.github.dnfs4j.experiment.result.Versions;
import io.github.dnfs4j.experiment.run.RunResult;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.report.RunReport.ResultRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The quantities of an experiment: for each variant the mean over its seeds with its standard error, the spread of a
 * single evaluation, the exact value and the published one.
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
    List<ResultRow> rows(List<RunResult> runs) {
        return experiment.report().stream()
                .map(Quantity::of)
                .map(q -> ResultTable.row(q, mean(q, runs), error(q, runs), exact(q, runs)))
                .toList();
    }

    /** What heads the cells of {@link #cells}. */
    List<String> header(String variant, List<RunResult> runs) {
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
    List<List<String>> cells(String variant, List<RunResult> runs) {
        List<List<String>> lines = new ArrayList<>();
        for (String key : experiment.report()) {
            Quantity q = Quantity.of(key);
            ResultRow row = ResultTable.row(q, mean(q, runs), error(q, runs), exact(q, runs));
            List<String> cells = new ArrayList<>(List.of(row.quantity(), row.value(), row.exact(), row.difference()));
            if (repeated(runs)) {
                double[] variances =
                        runs.stream().mapToDouble(run -> run.variance(q)).toArray();
                cells.add(Numbers.significant(Math.sqrt(Weights.mean(variances))));
            }
            if (published(variant)) {
                double theirs = published(variant, q);
                cells.add(Double.isFinite(theirs) ? Numbers.withError(theirs, Double.NaN) : "");
                if (comparable) {
                    cells.add(Numbers.difference(mean(q, runs), Double.NaN, theirs));
                }
            }
            lines.add(cells);
        }
        return lines;
    }

    /** All variants in one table: a line for each, and below it the exact and the published values. */
    List<List<String>> overview(Map<String, List<RunResult>> results) {
        List<Quantity> columns = experiment.report().stream().map(Quantity::of).toList();
        List<List<String>> lines = new ArrayList<>();
        results.forEach((variant, runs) -> {
            lines.add(line(variant, columns, q -> Numbers.withError(mean(q, runs), error(q, runs))));
            if (columns.stream().anyMatch(q -> Double.isFinite(exact(q, runs)))) {
                lines.add(line(variant + ", exact", columns, q -> Numbers.exact(exact(q, runs))));
            }
            if (published(variant)) {
                lines.add(line(
                        variant + ", " + author(),
                        columns,
                        q -> Double.isFinite(published(variant, q))
                                ? Numbers.withError(published(variant, q), Double.NaN)
                                : ""));
            }
        });
        return lines;
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
        experiment.report().forEach(key -> header.add(Quantity.of(key).label()));
        return header;
    }

    /** Writes the overview as {@code results.json}, for other pages. */
    void writeJson(Path folder, Map<String, List<RunResult>> results) throws IOException {
        ObjectNode tree = new ObjectMapper().createObjectNode();
        tree.put("title", experiment.title());
        tree.put("command", experiment.command(budget));
        tree.put("caption", caption());
        tree.set("versions", new ObjectMapper().valueToTree(Versions.current()));
        overviewHeader().forEach(tree.putArray("header")::add);
        ArrayNode rows = tree.putArray("rows");
        overview(results).forEach(line -> line.forEach(rows.addArray()::add));
        AtomicFile.write(
                folder.resolve("results.json"), (EvaluationJson.text(tree) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> line(String name, List<Quantity> columns, Function<Quantity, String> cell) {
        List<String> line = new ArrayList<>(List.of(name));
        columns.forEach(q -> line.add(cell.apply(q)));
        return line;
    }

    private static boolean repeated(List<RunResult> runs) {
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

    private static double mean(Quantity q, List<RunResult> runs) {
        return Weights.mean(runs.stream().mapToDouble(run -> run.mean(q)).toArray());
    }

    private static double error(Quantity q, List<RunResult> runs) {
        return Weights.standardError(
                runs.stream().mapToDouble(run -> run.mean(q)).toArray());
    }

    private static double exact(Quantity q, List<RunResult> runs) {
        return runs.get(0).exact(q);
    }
}
