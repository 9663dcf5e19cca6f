package io.github.dnfs4j.experiment.result;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.terminal.Columns;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.metric.Fluctuations;
import io.github.dnfs4j.metric.Observables.Magnetisation;
import io.github.dnfs4j.report.RunReport.ResultRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The results of one evaluation beside exact values, as rows for the page and as text for the terminal. */
public final class ResultTable {
    private static final List<String> HEADER = List.of("quantity", "value", "exact", "difference");

    private ResultTable() {}

    /**
     * One row for each quantity that is known.
     *
     * @param exact the exact magnetisation, which an evaluation does not carry, where it is known
     */
    public static List<ResultRow> rows(Evaluation evaluation, @Nullable Magnetisation exact) {
        List<ResultRow> rows = new ArrayList<>();
        for (Quantity q : Quantity.values()) {
            if (q == Quantity.NETWORK_CALLS) {
                correlations(evaluation, rows);
            }
            Estimate found = q.in(evaluation);
            if (Double.isFinite(found.value())) {
                ResultRow row = row(q, new Estimate(found.value(), found.standardError(), reference(q, found, exact)));
                rows.add(new ResultRow(
                        row.quantity(), row.value(), row.exact(), row.difference() + paths(q, evaluation)));
            }
        }
        return rows;
    }

    private static void correlations(Evaluation evaluation, List<ResultRow> rows) {
        Fluctuations moving = evaluation.fluctuations();
        for (int r = 1; moving != null && r < moving.correlation().size(); r++) {
            rows.add(row("correlation G(" + r + ")", moving.correlation().get(r)));
        }
    }

    /** Beside an ESS, where others have their difference: how many paths it is of, and in how many parts they went. */
    private static String paths(Quantity q, Evaluation e) {
        return switch (q) {
            case ESS_EXACT ->
                e.cells() == null ? steps(e) : Numbers.count(e.samples()) + " paths, " + e.cells() + " cells";
            case ESS_TRAPEZOID, ESS_LEFT -> steps(e);
            default -> "";
        };
    }

    private static String steps(Evaluation e) {
        return e.timeSteps() == null || e.stepPaths() == null
                ? ""
                : Numbers.count(e.stepPaths()) + " paths, " + e.timeSteps() + " steps";
    }

    /** One row: the value with its error, the exact value and how far it is. */
    public static ResultRow row(Quantity q, Estimate e) {
        return new ResultRow(q.label(), q.text(e), Numbers.exact(e.reference()), Numbers.difference(e));
    }

    private static ResultRow row(String label, Estimate e) {
        return new ResultRow(label, Numbers.withError(e), Numbers.exact(e.reference()), Numbers.difference(e));
    }

    private static @Nullable Double reference(Quantity q, Estimate found, @Nullable Magnetisation exact) {
        if (exact == null) {
            return found.reference();
        }
        return switch (q) {
            case MAGNETISATION -> Double.valueOf(exact.mean());
            case ABSOLUTE_MAGNETISATION -> Double.valueOf(exact.meanAbsolute());
            default -> found.reference();
        };
    }

    /** Columns of text under a header, which a terminal of 80 has room for. */
    public static String text(List<ResultRow> rows) {
        List<List<String>> lines = new ArrayList<>(List.of(HEADER));
        rows.forEach(r -> lines.add(List.of(r.quantity(), r.value(), r.exact(), r.difference())));
        return Columns.text(lines, 2);
    }

    /** How many samples an evaluation had, how their paths were simulated and how long it took, in words. */
    public static String source(Evaluation e) {
        String paths = e.cells() == null
                ? e.timeSteps() + " time steps"
                : String.format(
                        Locale.ROOT,
                        "jumps in %d cells, %s network calls a path",
                        e.cells(),
                        Numbers.calls(e.networkCallsPerPath().mean()));
        return Numbers.count(e.samples()) + " samples by " + paths + ", in " + Numbers.duration(e.seconds());
    }
}
