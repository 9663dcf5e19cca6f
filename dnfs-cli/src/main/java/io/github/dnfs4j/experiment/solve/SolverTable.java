package io.github.dnfs4j.experiment.solve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Answers beside what is known, as a table that is Markdown as well, and as JSON. */
public final class SolverTable {
    private record Row(BestKnown known, Answer answer) {
        double behind() {
            return known.behind(answer.best().objective(), answer.instance().maximised());
        }

        /** What a reader of the table of best values must know. */
        String remark() {
            if (behind() < 0) {
                return known.proven() ? "better than what is called proven" : "better than known";
            }
            return answer.optimal() && behind() > 0 ? "proven below what is known" : "";
        }
    }

    private static final String LINE = "| %-12s | %-32s | %10s | %10s | %7s | %8s | %-22s |%n";

    private final double seconds;
    private final boolean processor;
    private final int threads;
    private final List<Row> rows = new ArrayList<>();

    /** Seconds are those of the processor or of the wall. */
    public SolverTable(double seconds, boolean processor, int threads) {
        this.seconds = seconds;
        this.processor = processor;
        this.threads = threads;
    }

    public static String header() {
        return String.format(Locale.ROOT, LINE, "problem", "file", "best known", "found", "gap %", "after s", "")
                + "|---|---|---:|---:|---:|---:|---|\n";
    }

    /** Adds an answer; its line. */
    public String add(BestKnown known, Answer answer) {
        Row row = new Row(known, answer);
        rows.add(row);
        Double bound = answer.bound();
        String proof = answer.optimal() ? "proven" : bound == null ? "" : "bound " + AnswerText.number(bound);
        String remark = row.remark().isEmpty() ? proof : (proof + ", " + row.remark()).replaceFirst("^, ", "");
        return String.format(
                Locale.ROOT,
                LINE,
                known.problem(),
                known.file().getFileName(),
                AnswerText.number(known.best()) + (known.proven() ? "*" : ""),
                AnswerText.number(answer.best().objective()),
                String.format(Locale.ROOT, "%.3f", 100 * row.behind()),
                String.format(Locale.ROOT, "%.2f", answer.secondsToBest()),
                remark);
    }

    /** The last line. */
    public String summary() {
        long reached = rows.stream().filter(r -> r.behind() <= 0).count();
        long proven = rows.stream().filter(r -> r.answer.optimal()).count();
        double mean = rows.stream()
                .mapToDouble(r -> Math.max(0, r.behind()))
                .average()
                .orElse(0);
        return String.format(
                Locale.ROOT,
                "%d of %d reach the best known value, %d are proven, mean gap %.3f %%; %s %ss a file on %d thread%s. * proven by others.",
                reached,
                rows.size(),
                proven,
                100 * mean,
                AnswerText.number(seconds),
                processor ? "processor " : "",
                threads,
                threads == 1 ? "" : "s");
    }

    public String json() throws IOException {
        ObjectNode tree = AnswerJson.JSON.createObjectNode();
        tree.put("seconds", seconds);
        tree.put("processor", processor);
        tree.put("threads", threads);
        ArrayNode list = tree.putArray("files");
        for (Row row : rows) {
            ObjectNode node = list.addObject();
            node.put("problem", row.known.problem());
            node.put("file", String.valueOf(row.known.file().getFileName()));
            AnswerJson.number(node, "bestKnown", row.known.best());
            node.put("bestKnownProven", row.known.proven());
            AnswerJson.number(node, "objective", row.answer.best().objective());
            node.put("behind", row.behind());
            node.put("optimal", row.answer.optimal());
            AnswerJson.number(node, "bound", row.answer.bound());
            node.put("secondsToBest", row.answer.secondsToBest());
            node.put("seconds", row.answer.seconds());
            node.put("method", row.answer.method());
            node.put("remark", row.remark());
        }
        return AnswerJson.JSON.writeValueAsString(tree);
    }
}
