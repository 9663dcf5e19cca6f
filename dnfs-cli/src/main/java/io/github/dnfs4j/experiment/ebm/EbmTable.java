package io.github.dnfs4j.experiment.ebm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.experiment.plan.EbmPlan;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.report.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Methods down, data across: means over seeds of what evaluations say. */
final class EbmTable {
    private final List<String> columns;
    private final Map<String, Map<String, List<JsonNode>>> rows = new LinkedHashMap<>();

    EbmTable(List<String> columns) {
        this.columns = columns;
    }

    void add(String row, String column, JsonNode evaluation) {
        rows.computeIfAbsent(row, k -> new LinkedHashMap<>())
                .computeIfAbsent(column, k -> new ArrayList<>())
                .add(evaluation);
    }

    /** A number that is the same for every method. */
    void addOnce(String row, String column, JsonNode value, String key) {
        if (!rows.getOrDefault(row, Map.of()).containsKey(column)) {
            ObjectNode tree = new ObjectMapper().createObjectNode();
            tree.set(key, value);
            add(row, column, tree);
        }
    }

    List<String> header() {
        List<String> header = new ArrayList<>(List.of("Method"));
        header.addAll(columns);
        return header;
    }

    static String caption(String key) {
        return EbmPlan.CAPTIONS.getOrDefault(key, key);
    }

    void addTo(Page page, String key, Map<String, Map<String, Double>> paper) {
        page.section(caption(key)).table(caption(key), header(), lines(key, paper));
    }

    /** A line for each method, and below it what the paper says of it. */
    List<List<String>> lines(String key, Map<String, Map<String, Double>> paper) {
        List<List<String>> body = new ArrayList<>();
        rows.forEach((row, cells) -> {
            body.add(line(row, cells, key));
            if (paper.containsKey(row)) {
                List<String> said = new ArrayList<>(List.of(row + ", the paper"));
                for (String column : columns) {
                    Double v = paper.get(row).get(column);
                    said.add(v == null ? "–" : String.valueOf(v));
                }
                body.add(said);
            }
        });
        return body;
    }

    private List<String> line(String row, Map<String, List<JsonNode>> cells, String key) {
        List<String> line = new ArrayList<>(List.of(row));
        for (String column : columns) {
            line.add(cell(cells.getOrDefault(column, List.of()), key));
        }
        return line;
    }

    /** The mean over seeds; its error is the spread over seeds or, of a single one, what the evaluation says. */
    private static String cell(List<JsonNode> evaluations, String key) {
        double[] values =
                evaluations.stream().mapToDouble(e -> value(e, key, "value")).toArray();
        double error =
                values.length == 1 ? value(evaluations.get(0), key, "standardError") : Weights.standardError(values);
        double mean = Weights.mean(values);
        if (values.length == 0 || Double.isNaN(mean)) {
            return "–";
        }
        double unit = key.startsWith("mmd") ? 1e4 : 1;
        return Double.isNaN(error)
                ? String.format(Locale.ROOT, "%.3f", mean * unit)
                : String.format(Locale.ROOT, "%.3f ± %.3f", mean * unit, error * unit);
    }

    private static double value(JsonNode evaluation, String key, String part) {
        String found =
                key.equals("mmd") ? (evaluation.path("mmdSampler").isObject() ? "mmdSampler" : "mmdEnergy") : key;
        JsonNode node = evaluation.path(found);
        JsonNode number = node.isObject() ? node.path(part) : part.equals("value") ? node : node.path("none");
        return number.isNumber() ? number.asDouble() : Double.NaN;
    }

    String text(String key) {
        StringBuilder text = new StringBuilder("\n" + caption(key) + "\n");
        text.append(String.format(Locale.ROOT, "%-16s", ""));
        columns.forEach(c -> text.append(String.format(Locale.ROOT, "%18s", c)));
        text.append('\n');
        rows.forEach((row, cells) -> {
            List<String> line = line(row, cells, key);
            text.append(String.format(Locale.ROOT, "%-16s", row));
            line.stream().skip(1).forEach(cell -> text.append(String.format(Locale.ROOT, "%18s", cell)));
            text.append('\n');
        });
        return text.toString();
    }
}
