package io.github.dnfs4j.experiment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.combopt.AmortisedModel;
import io.github.dnfs4j.combopt.AmortisedSettings;
import io.github.dnfs4j.io.AtomicFile;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.report.Page;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Runs a table of solvers in a folder: for each family of graphs a model, the optima and a table, then a page over all.
 * Models and optima that are there already are not made again.
 */
public final class GraphReproduction {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Console console;
    private final GraphExperiment experiment;
    private final String budget;
    private final Path folder;

    public GraphReproduction(Console console, GraphExperiment experiment, String budget, Path folder) {
        this.console = console;
        this.experiment = experiment;
        this.budget = budget;
        this.folder = folder;
    }

    /** Returns 0, or the exit code of the signal that stopped it. */
    public int run(Device device) throws IOException {
        List<AmortisedSettings> all = experiment.settings(budget);
        claim();
        Page page = Page.titled(experiment.title())
                .paragraph(experiment.what().strip())
                .preformatted("dnfs reproduce " + experiment.name() + " --budget " + budget);
        ObjectNode result = JSON.createObjectNode();
        result.put("experiment", experiment.name()).put("budget", budget);
        result.put("device", device.name().toLowerCase(Locale.ROOT)).put("version", Versions.ofDnfs4j());
        for (AmortisedSettings settings : all) {
            Path own = folder.resolve(settings.graphs().replace(':', '-'));
            int code = prepare(own, settings, device);
            if (code != 0) {
                return code;
            }
            GraphContest contest = judge(own, settings, device);
            console.out().println();
            console.out().println(contest.title());
            console.out().print(GraphScore.text(contest.scores(), contest.samples()));
            page.section(settings.graphs())
                    .table(
                            contest.title(),
                            GraphScore.header(contest.samples()),
                            contest.scores().stream().map(GraphScore::cells).toList());
            result.set(settings.graphs(), GraphScore.json(contest.scores()));
        }
        page.write(folder.resolve("report.html"));
        AtomicFile.write(
                folder.resolve("result.json"),
                JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(result));
        console.out().println("report:  " + folder.resolve("report.html"));
        console.out().flush();
        return 0;
    }

    /** Marks the folder as this experiment's, and refuses one that is something else's. */
    private void claim() throws IOException {
        Path mark = folder.resolve("experiment.txt");
        String text = experiment.name() + " " + budget + "\n";
        if (!Files.exists(folder)) {
            Files.createDirectories(folder);
            AtomicFile.write(mark, text.getBytes(StandardCharsets.UTF_8));
        } else if (!Files.isRegularFile(mark) || !Files.readString(mark).equals(text)) {
            throw new FileAlreadyExistsException(
                    folder.toString(), null, "already exists and does not hold " + text.strip());
        }
    }

    private static Path modelOf(Path own) {
        return own.resolve("model");
    }

    private int prepare(Path own, AmortisedSettings settings, Device device) throws IOException {
        Files.createDirectories(own);
        if (experiment.methods().stream().noneMatch(GraphMethods::trained) || Files.isDirectory(modelOf(own))) {
            return 0;
        }
        GraphTraining.Outcome outcome = new GraphTraining(console).run(settings, device);
        try (AmortisedModel trained = outcome.model()) {
            if (outcome.exitCode() == 0) {
                outcome.write(modelOf(own));
            }
            return outcome.exitCode();
        }
    }

    private GraphContest judge(Path own, AmortisedSettings settings, Device device) throws IOException {
        GraphExperiment.Budget b = experiment.budget(budget);
        console.say("judging " + settings.graphs());
        GraphContest contest = new GraphContest(
                settings.problem(), settings.graphs(), b.count(), b.samples(), settings.seed(), device);
        contest.exact(own.resolve("optima.json"));
        try (@Nullable
                        AmortisedModel model =
                                Files.isDirectory(modelOf(own)) ? AmortisedModel.load(modelOf(own), device) : null;
                Rng rng = Rng.seeded(settings.seed(), device)) {
            if (model != null && !model.settings().equals(settings)) {
                throw new FormatException(modelOf(own), "was trained with other settings; name another folder");
            }
            for (String method : experiment.methods()) {
                console.say(method);
                GraphMethods.add(method, contest, settings, model, b.gfnMinutes(), rng);
            }
        }
        return contest;
    }
}
