package io.github.dnfs4j.experiment.ebm;

import io.github.dnfs4j.experiment.result.EbmQuantity;
import io.github.dnfs4j.experiment.result.OverSeeds;
import io.github.dnfs4j.experiment.result.TableFile;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.report.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One quantity, methods down, data across: means over seeds of what evaluations say. */
final class EbmTable {
    private static final int DECIMALS = 3;

    private final EbmQuantity quantity;
    private final List<String> columns;
    private final Map<String, Map<String, Double>> paper;
    private final Map<String, Map<String, List<Estimate>>> rows = new LinkedHashMap<>();
    private final List<TableFile.Value> values = new ArrayList<>();

    /** Beside what the paper says, by row and column. */
    EbmTable(EbmQuantity quantity, List<String> columns, Map<String, Map<String, Double>> paper) {
        this.quantity = quantity;
        this.columns = columns;
        this.paper = paper;
    }

    /** What one seed gave; null where it gave nothing. */
    void add(String row, String column, long seed, @Nullable Estimate value) {
        List<Estimate> seeds = cell(row, column);
        if (value != null) {
            seeds.add(value);
            values.add(TableFile.Value.of(
                    row, quantity.key() + ", " + column, seed, value.value(), value.standardError()));
        }
    }

    /** A number that is the same for every method and seed. */
    void addOnce(String row, String column, double value) {
        List<Estimate> only = cell(row, column);
        if (only.isEmpty()) {
            only.add(Estimate.of(value, Double.NaN));
        }
    }

    private List<Estimate> cell(String row, String column) {
        return rows.computeIfAbsent(row, k -> new LinkedHashMap<>()).computeIfAbsent(column, k -> new ArrayList<>());
    }

    /** What each seed gave, in plain units. */
    List<TableFile.Value> values() {
        return values;
    }

    EbmQuantity quantity() {
        return quantity;
    }

    List<String> header() {
        List<String> header = new ArrayList<>(List.of("Method"));
        header.addAll(columns);
        return header;
    }

    void addTo(Page page) {
        page.section(quantity.label()).table(quantity.label(), header(), lines());
    }

    /** A line for each method, and below it what the paper says of it. */
    List<List<String>> lines() {
        List<List<String>> body = new ArrayList<>();
        rows.forEach((row, cells) -> {
            body.add(line(row, cells));
            if (paper.containsKey(row)) {
                List<String> said = new ArrayList<>(List.of(row + ", the paper"));
                for (String column : columns) {
                    Double v = paper.get(row).get(column);
                    said.add(v == null ? Numbers.NONE : String.valueOf(v));
                }
                body.add(said);
            }
        });
        return body;
    }

    private List<String> line(String row, Map<String, List<Estimate>> cells) {
        List<String> line = new ArrayList<>(List.of(row));
        columns.forEach(column -> line.add(cell(cells.getOrDefault(column, List.of()))));
        return line;
    }

    private String cell(List<Estimate> seeds) {
        return seeds.isEmpty()
                ? Numbers.NONE
                : quantity.text(
                        OverSeeds.mean(
                                seeds.stream().mapToDouble(Estimate::value).toArray(),
                                seeds.stream()
                                        .mapToDouble(Estimate::standardError)
                                        .toArray(),
                                null),
                        DECIMALS);
    }

    String text() {
        StringBuilder text = new StringBuilder("\n" + quantity.label() + "\n");
        text.append(String.format(Locale.ROOT, "%-16s", ""));
        columns.forEach(c -> text.append(String.format(Locale.ROOT, "%18s", c)));
        text.append('\n');
        rows.forEach((row, cells) -> {
            text.append(String.format(Locale.ROOT, "%-16s", row));
            line(row, cells).stream().skip(1).forEach(cell -> text.append(String.format(Locale.ROOT, "%18s", cell)));
            text.append('\n');
        });
        return text.toString();
    }
}
