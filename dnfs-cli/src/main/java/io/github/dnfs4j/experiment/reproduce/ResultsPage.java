package io.github.dnfs4j.experiment.reproduce;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.experiment.result.ModelResult;
import io.github.dnfs4j.experiment.result.ModelTable;
import io.github.dnfs4j.experiment.result.Models;
import io.github.dnfs4j.experiment.result.Quantity;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.io.FormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The tables of {@code docs/results.md}, made from {@code models/NAME/result.json}, and of {@code docs/results/record.md},
 * made from the {@code results.json} of experiments that were put beside it as NAME.json. They stand between two marks;
 * what is outside of them is its author's.
 */
public final class ResultsPage {
    static final String BEGIN = "<!-- tables: written by dnfs docs, do not edit -->";
    static final String END = "<!-- end of tables -->";
    private static final ObjectMapper JSON = new ObjectMapper();

    private ResultsPage() {}

    /** The page with the tables of the models in a folder. */
    public static String ofModels(Path page, Path models) throws IOException {
        return refreshed(page, models(models));
    }

    /** The page with the tables of the experiments in a folder. */
    public static String ofExperiments(Path page, Path experiments) throws IOException {
        return refreshed(page, experiments(experiments));
    }

    private static String refreshed(Path page, String tables) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new FormatException(page, "it lacks the marks between which the tables go: " + BEGIN + " " + END);
        }
        return text.substring(0, begin) + BEGIN + "\n" + tables + text.substring(end);
    }

    private static String models(Path root) throws IOException {
        List<Path> models = Models.all(List.of(root));
        StringBuilder text = new StringBuilder("\n## Trained models\n\n");
        if (models.isEmpty()) {
            return text + "There are none yet in `models/`.\n";
        }
        text.append("| model | target | network | weights | file | trained |\n|---|---|---|---|---|---|\n");
        for (Path model : models) {
            text.append(facts(model));
        }
        text.append(
                "\nEach line below was printed by the command that it names, and is kept in the model's `result.json`.\n");
        text.append(
                "\n| model | paths by | calls a path | samples | ESS | ESS trapezoid | ESS left | log Z, exact weights | exact log Z |"
                        + " F/D − exact | E/D − exact | S/D − exact |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
        List<String> commands = new ArrayList<>();
        for (Path model : models) {
            for (JsonNode judged : ModelResult.judged(ModelResult.read(model))) {
                text.append(judged(model, judged.path("evaluation")));
                commands.add(judged.path("command").asText());
            }
        }
        text.append("\n```sh\n");
        commands.forEach(command -> text.append(command).append('\n'));
        return text.append("```\n").toString();
    }

    private static String facts(Path model) throws IOException {
        JsonNode result = ModelResult.read(model);
        JsonNode training = result.path("training");
        return row(
                "`" + model.getFileName() + "`",
                ModelTable.shortened(result.path("target").asText()),
                result.path("network").asText(),
                Numbers.count(result.path("parameters").asLong()),
                String.format(Locale.ROOT, "%,d kB", (ModelResult.bytes(model) + 999) / 1000),
                training.isMissingNode()
                        ? Numbers.NONE
                        : Numbers.count(training.path("steps").asLong()) + " steps, "
                                + Numbers.duration(training.path("seconds").asDouble()) + ", "
                                + training.path("device").asText());
    }

    private static String judged(Path model, JsonNode e) {
        return row(
                "`" + model.getFileName() + "`",
                e.path("cells").isInt()
                        ? e.path("cells").asText() + " cells"
                        : e.path("timeSteps").asText() + " steps",
                ModelTable.calls(e),
                Numbers.count(e.path("samples").asLong()),
                Numbers.withError(Quantity.ESS_EXACT.value(e), Double.NaN),
                Numbers.withError(Quantity.ESS_TRAPEZOID.value(e), Double.NaN),
                Numbers.withError(Quantity.ESS_LEFT.value(e), Double.NaN),
                Numbers.withError(Quantity.LOG_Z.value(e), Quantity.LOG_Z.error(e)),
                Numbers.exact(Quantity.LOG_Z.exact(e)),
                difference(Quantity.FREE_ENERGY, e),
                difference(Quantity.INTERNAL_ENERGY, e),
                difference(Quantity.ENTROPY, e));
    }

    private static String difference(Quantity q, JsonNode e) {
        return Numbers.difference(q.value(e), q.error(e), q.exact(e));
    }

    private static String experiments(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return "";
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(f -> f.toString().endsWith(".json")).sorted().toList();
        }
        StringBuilder text = new StringBuilder();
        for (Path file : files) {
            JsonNode tree = JSON.readTree(file.toFile());
            text.append("\n## ").append(tree.path("title").asText()).append("\n\n`");
            text.append(tree.path("command").asText()).append("`; ");
            text.append(tree.path("caption").asText()).append(".\n\n");
            List<String> header = cells(tree.path("header"));
            text.append(row(header.toArray(String[]::new)));
            text.append("|---".repeat(header.size())).append("|\n");
            tree.path("rows").forEach(line -> text.append(row(cells(line).toArray(String[]::new))));
        }
        return text.toString();
    }

    private static List<String> cells(JsonNode line) {
        List<String> cells = new ArrayList<>();
        line.forEach(cell -> cells.add(cell.asText()));
        return cells;
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
