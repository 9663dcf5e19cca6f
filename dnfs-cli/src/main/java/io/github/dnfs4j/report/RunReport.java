package io.github.dnfs4j.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page of one run: results beside exact values, how training went, samples, settings, facts. */
public final class RunReport {
    private static final String NONE = "–";

    private RunReport() {}

    /**
     * All that the page says.
     *
     * @param command what was typed, and what gives the same settings, or blank
     * @param words about the results
     * @param figures sorted into sections by their file names; those whose file is missing are named only
     * @param settingsYaml the resolved settings
     * @param facts versions, device, seconds, evaluations, shown in the order of the map
     */
    public record Data(
            String title,
            String command,
            List<ResultRow> results,
            List<String> words,
            List<Figure> figures,
            String settingsYaml,
            Map<String, String> facts) {
        public Data {
            results = List.copyOf(results);
            words = List.copyOf(words);
            figures = List.copyOf(figures);
            // Map.copyOf would lose the order.
            facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        }
    }

    private enum Part {
        TRAINING,
        SAMPLES,
        TEMPERATURES
    }

    /**
     * A number of the run as text.
     *
     * @param exact blank where it is not known
     * @param difference to the exact value; of a number that has none, what it is of, or blank
     */
    public record ResultRow(String quantity, String value, String exact, String difference) {
        private boolean hasExact() {
            return !exact.isBlank();
        }

        private String ofWhat() {
            return value + (difference.isBlank() ? "" : " (" + difference + ")");
        }
    }

    /** A PNG file, what it shows in words, and what to learn from it. */
    public record Figure(Path png, String alt, String caption) {
        public Figure {
            if (alt.isBlank()) {
                throw new IllegalArgumentException("no alternative text for " + png);
            }
        }

        /** Where it belongs, told by its file name. */
        private Part part() {
            String name = png.getFileName().toString();
            return name.startsWith("loss") || name.startsWith("ess")
                    ? Part.TRAINING
                    : name.startsWith("curve") || name.startsWith("paths") ? Part.TEMPERATURES : Part.SAMPLES;
        }

        /** Whether it shows states, whose colours mean the same in the dark. */
        private boolean states() {
            String name = png.getFileName().toString();
            return name.startsWith("samples") || name.startsWith("paths");
        }
    }

    public static void write(Path reportHtml, Data data) throws IOException {
        Page page = Page.titled(data.title());
        if (!data.command().isBlank()) {
            page.preformatted(data.command());
        }
        page.section("Results");
        results(page, data.results());
        data.words().forEach(page::paragraph);
        page.section("How training went");
        figures(page, of(data, Part.TRAINING));
        page.section("Samples");
        figures(page, of(data, Part.SAMPLES));
        if (!of(data, Part.TEMPERATURES).isEmpty()) {
            page.section("Temperatures");
            figures(page, of(data, Part.TEMPERATURES));
        }
        if (!data.settingsYaml().isBlank()) {
            page.section("Settings").preformatted(data.settingsYaml());
        }
        if (!data.facts().isEmpty()) {
            page.section("Facts").facts(data.facts());
        }
        page.write(reportHtml);
    }

    private static List<Figure> of(Data data, Part part) {
        return data.figures().stream().filter(f -> f.part() == part).toList();
    }

    private static void results(Page page, List<ResultRow> rows) {
        if (rows.isEmpty()) {
            page.paragraph("No results were computed.");
        } else if (rows.stream().anyMatch(ResultRow::hasExact)) {
            page.table(
                    "Results beside exact values",
                    List.of("Quantity", "Value", "Exact", "Difference"),
                    rows.stream()
                            .map(r -> List.of(r.quantity(), r.value(), orNone(r.exact()), orNone(r.difference())))
                            .toList());
        } else {
            page.table(
                    "Results; no exact values are known",
                    List.of("Quantity", "Value"),
                    rows.stream().map(r -> List.of(r.quantity(), r.ofWhat())).toList());
        }
    }

    /** A page without its figures is still worth having, so a missing file is said and not thrown. */
    private static void figures(Page page, List<Figure> figures) throws IOException {
        if (figures.isEmpty()) {
            page.paragraph("No figures were drawn.");
        }
        for (Figure figure : figures) {
            if (Files.exists(figure.png())) {
                page.figure(figure.png(), figure.alt(), figure.caption(), !figure.states());
            } else {
                page.paragraph("Not drawn: " + figure.caption());
            }
        }
    }

    private static String orNone(String text) {
        return text.isBlank() ? NONE : text;
    }
}
