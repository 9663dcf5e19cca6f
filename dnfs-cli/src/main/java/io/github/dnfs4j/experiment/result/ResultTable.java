package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.metric.Observables.Magnetisation;
import io.github.dnfs4j.report.RunReport.ResultRow;
import java.util.ArrayList;
import java.util.List;
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
    public static List<ResultRow> rows(JsonNode evaluation, @Nullable Magnetisation exact) {
        List<ResultRow> rows = new ArrayList<>();
        for (Quantity q : Quantity.values()) {
            double value = q.value(evaluation);
            if (Double.isFinite(value)) {
                rows.add(row(q, value, q.error(evaluation), reference(q, evaluation, exact)));
            }
        }
        return rows;
    }

    /** One row: the value with its error, the exact value and how far it is. */
    public static ResultRow row(Quantity q, double value, double error, double exact) {
        return new ResultRow(
                q.label(),
                Numbers.withError(value, error),
                Numbers.exact(exact),
                Numbers.difference(value, error, exact));
    }

    private static double reference(Quantity q, JsonNode evaluation, @Nullable Magnetisation exact) {
        if (exact == null) {
            return q.exact(evaluation);
        }
        return switch (q) {
            case MAGNETISATION -> exact.mean();
            case ABSOLUTE_MAGNETISATION -> exact.meanAbsolute();
            default -> q.exact(evaluation);
        };
    }

    /** Columns of text under a header. */
    public static String text(List<ResultRow> rows) {
        List<List<String>> lines = new ArrayList<>(List.of(HEADER));
        rows.forEach(r -> lines.add(List.of(r.quantity(), r.value(), r.exact(), r.difference())));
        return columns(lines);
    }

    /** Lines of as many cells, in columns as wide as their widest cell. */
    static String columns(List<List<String>> lines) {
        int[] widths = new int[lines.get(0).size()];
        for (List<String> line : lines) {
            for (int c = 0; c < widths.length; c++) {
                widths[c] = Math.max(widths[c], line.get(c).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder row = new StringBuilder();
            for (int c = 0; c < widths.length; c++) {
                row.append(line.get(c))
                        .append(" ".repeat(widths[c] - line.get(c).length() + 2));
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
