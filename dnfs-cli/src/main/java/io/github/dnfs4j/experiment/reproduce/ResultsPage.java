package io.github.dnfs4j.experiment.reproduce;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.result.ModelResult;
import io.github.dnfs4j.experiment.result.ModelTable;
import io.github.dnfs4j.experiment.result.Models;
import io.github.dnfs4j.experiment.result.Quantity;
import io.github.dnfs4j.experiment.result.TableFile;
import io.github.dnfs4j.experiment.result.Trained;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.metric.Estimate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tables of {@code docs/results.md}, made from {@code models/NAME/result.json}, and of {@code docs/results/record.md},
 * made from the {@code results.json} of experiments that were put beside it as NAME.json. They stand between two marks;
 * what is outside of them is its author's. In {@code docs/results/paper.md} each table has marks of its own.
 */
public final class ResultsPage {
    static final String BEGIN = "<!-- tables: written by dnfs docs, do not edit -->";
    static final String END = "<!-- end of tables -->";
    private static final List<String> MODELS = List.of("model", "target", "network", "weights", "file", "trained");
    private static final List<String> EVALUATIONS = List.of(
            "model",
            "paths by",
            "calls a path",
            "samples",
            "ESS",
            "ESS trapezoid",
            "ESS left",
            "log Z, exact weights",
            "exact log Z",
            "F/D − exact",
            "E/D − exact",
            "S/D − exact");

    private static final Pattern INCLUSION =
            Pattern.compile("<!-- table: (\\S+?), written by dnfs docs -->\n.*?<!-- end of table -->", Pattern.DOTALL);

    private ResultsPage() {}

    /** A page in whose text tables stand, each between marks that name its file, relative to the page. */
    public static String withTables(Path page) throws IOException {
        StringBuilder text = new StringBuilder();
        Matcher mark = INCLUSION.matcher(Files.readString(page));
        while (mark.find()) {
            TableFile table = Json.read(page.resolveSibling(mark.group(1)), TableFile.class);
            String written = "<!-- table: " + mark.group(1) + ", written by dnfs docs -->" + table.body()
                    + "<!-- end of table -->";
            mark.appendReplacement(text, Matcher.quoteReplacement(written));
        }
        return mark.appendTail(text).toString();
    }

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
        List<List<String>> facts = new ArrayList<>();
        List<List<String>> evaluations = new ArrayList<>();
        List<String> commands = new ArrayList<>();
        for (Path model : models) {
            ModelResult result = ModelResult.read(model);
            facts.add(facts(model, result));
            for (ModelResult.Judged judged : result.judged()) {
                evaluations.add(cells(code(model), judged.evaluation()));
                commands.add(judged.command());
            }
        }
        text.append(TableFile.markdown(MODELS, facts));
        text.append("\nEach line below was printed by the command that it names, and is kept in the model's"
                + " `result.json`.\n\n");
        text.append(TableFile.markdown(EVALUATIONS, evaluations));
        text.append("\n```sh\n");
        commands.forEach(command -> text.append(command).append('\n'));
        return text.append("```\n").toString();
    }

    private static String code(Path model) {
        return "`" + model.getFileName() + "`";
    }

    private static List<String> facts(Path model, ModelResult result) throws IOException {
        List<String> cells = new ArrayList<>(ModelTable.facts(model, result));
        cells.set(0, code(model));
        @Nullable Trained t = result.training();
        cells.add(
                t == null
                        ? Numbers.NONE
                        : Numbers.count(t.steps()) + " steps, " + Numbers.duration(t.seconds()) + ", " + t.device());
        return cells;
    }

    private static List<String> cells(String name, Evaluation e) {
        Estimate logZ = Quantity.LOG_Z.in(e);
        return List.of(
                name,
                e.cells() == null ? e.timeSteps() + " steps" : e.cells() + " cells",
                Numbers.calls(e.networkCallsPerPath().mean()),
                Numbers.count(e.samples()),
                Numbers.withError(Quantity.ESS_EXACT.in(e)),
                Numbers.withError(Quantity.ESS_TRAPEZOID.in(e)),
                Numbers.withError(Quantity.ESS_LEFT.in(e)),
                Numbers.withError(logZ),
                Numbers.exact(logZ.reference()),
                Numbers.difference(Quantity.FREE_ENERGY.in(e)),
                Numbers.difference(Quantity.INTERNAL_ENERGY.in(e)),
                Numbers.difference(Quantity.ENTROPY.in(e)));
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
            text.append(Json.read(file, TableFile.class).markdown());
        }
        return text.toString();
    }
}
