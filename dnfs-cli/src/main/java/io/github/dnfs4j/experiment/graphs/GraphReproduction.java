package io.github.dnfs4j.experiment.graphs;

import io.github.dnfs4j.combopt.Decoding;
import io.github.dnfs4j.combopt.amortised.AmortisedModel;
import io.github.dnfs4j.combopt.amortised.AmortisedRun;
import io.github.dnfs4j.combopt.amortised.AmortisedSettings;
import io.github.dnfs4j.experiment.plan.Part;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.result.RunFolders;
import io.github.dnfs4j.experiment.result.TableFile;
import io.github.dnfs4j.experiment.result.Versions;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.FolderLock;
import io.github.dnfs4j.report.Page;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs a table of solvers in a folder: for each family of graphs a model, the optima and a table, then a page over all.
 * Models and optima that are there already are not made again, and a training that was stopped goes on.
 */
public record GraphReproduction(Console console, GraphExperiment experiment, String budget, Path folder) {
    /** Returns 0, or the exit code of the signal that stopped it. */
    public int run(Device device) throws IOException {
        List<AmortisedSettings> all = experiment.settings(budget);
        RunFolders.claim(folder, experiment.name(), budget);
        try (FolderLock alone = RunFolders.alone(folder)) {
            return run(all, device);
        }
    }

    private int run(List<AmortisedSettings> all, Device device) throws IOException {
        int code = Part.runAll(parts(device));
        if (code != 0) {
            return code;
        }
        Page page = Page.titled(experiment.title())
                .paragraph(experiment.what().strip())
                .preformatted(experiment.command(budget));
        List<List<String>> rows = new ArrayList<>();
        List<TableFile.Value> values = new ArrayList<>();
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("experiment", experiment.name());
        result.put("budget", budget);
        result.put("device", device.toString());
        result.put("version", Versions.ofDnfs4j());
        for (AmortisedSettings settings : all) {
            Judged contest = judged(settings, device);
            console.out().println();
            console.out().println(contest.title());
            console.out()
                    .print(GraphScore.text(
                            contest.scores(), experiment.budget(budget).samples()));
            add(page, settings.graphs(), contest);
            result.put(settings.graphs(), contest.scores());
            for (GraphScore score : contest.scores()) {
                rows.add(Stream.concat(Stream.of(settings.graphs()), cells(settings.graphs(), score).stream())
                        .toList());
                values.add(TableFile.Value.of(
                        score.method(),
                        "mean, " + settings.graphs(),
                        settings.seed(),
                        score.mean(),
                        score.standardError()));
            }
        }
        page.write(folder.resolve("report.html"));
        Json.write(folder.resolve("results.json"), table(device, rows, values));
        Json.write(folder.resolve("result.json"), result);
        console.out().println("report:  " + folder.resolve("report.html"));
        return 0;
    }

    /** Trains and judges one family alone, counted from 1; a run of the whole then finds it done. */
    public int only(int number, Device device) throws IOException {
        Part part = Part.numbered(experiment.name(), parts(device), number);
        RunFolders.claim(folder, experiment.name(), budget);
        return part.run();
    }

    private List<Part> parts(Device device) {
        return experiment.settings(budget).stream()
                .map(settings -> (Part) () -> {
                    int code = prepare(own(settings), settings, device);
                    if (code == 0) {
                        judged(settings, device);
                    }
                    return code;
                })
                .toList();
    }

    private Path own(AmortisedSettings settings) {
        return folder.resolve(settings.graphs().replace(':', '-'));
    }

    /**
     * How the methods did on a family, in the file {@code scores.json} of its folder.
     *
     * @param settings of the flow, and by what methods: what is found under others is judged again
     */
    private record Judged(String title, String settings, List<String> methods, List<GraphScore> scores) {}

    /** A section with the scores of a family, and the paper's where it has some. */
    private void add(Page page, String set, Judged contest) {
        @Nullable PublishedDrops paper = experiment.reference();
        page.section(set);
        List<String> header = GraphScore.header(experiment.budget(budget).samples());
        if (paper == null || !paper.knows(set)) {
            page.table(
                    contest.title(),
                    header,
                    contest.scores().stream().map(GraphScore::cells).toList());
        } else {
            page.table(
                    contest.title() + "; paper: " + paper.source(),
                    paper.header(header),
                    contest.scores().stream().map(s -> paper.cells(set, s)).toList());
        }
    }

    private List<String> cells(String set, GraphScore score) {
        @Nullable PublishedDrops paper = experiment.reference();
        return paper == null ? score.cells() : paper.cells(set, score);
    }

    /** All tables as one, in the form of {@code docs/results}. */
    private TableFile table(Device device, List<List<String>> rows, List<TableFile.Value> values) {
        GraphExperiment.Budget b = experiment.budget(budget);
        @Nullable PublishedDrops paper = experiment.reference();
        AmortisedSettings s = experiment.settings(budget).get(0);
        List<String> header = new ArrayList<>(List.of("graphs"));
        header.addAll(paper == null ? GraphScore.header(b.samples()) : paper.header(GraphScore.header(b.samples())));
        return TableFile.of(
                experiment.title(),
                experiment.command(budget),
                b.count() + " test graphs a family; every network trained for "
                        + Numbers.significant(s.train().budget().minutes()) + " minutes; "
                        + GraphMethods.caption(s.sampling())
                        + "; ± of the distance to the optimum, over graphs, of one training",
                device,
                header,
                rows,
                values);
    }

    /** Where a model of a family is kept, that of feasible states beside the other. */
    private static Path modelOf(Path own, AmortisedSettings settings) {
        return own.resolve(settings.feasible() ? "feasible" : "model");
    }

    private static AmortisedSettings feasible(AmortisedSettings settings, boolean feasible) {
        return settings.with(Map.of("feasible", String.valueOf(feasible)));
    }

    private boolean needs(boolean feasible) {
        return experiment.methods(budget).stream().anyMatch(m -> GraphMethods.trained(m, feasible));
    }

    private int prepare(Path own, AmortisedSettings base, Device device) throws IOException {
        Files.createDirectories(own);
        for (boolean feasible : new boolean[] {false, true}) {
            AmortisedSettings settings = feasible(base, feasible && needs(true));
            Path place = modelOf(own, settings);
            if (Files.exists(place)) {
                same(place, settings);
            }
            if (needs(feasible) && !AmortisedRun.finished(place)) {
                GraphTraining training = new GraphTraining(console, Ranks.ALONE);
                int code = (Files.exists(place)
                                ? training.resume(place, device)
                                : training.create(place, settings, null, device))
                        .exitCode();
                if (code != 0) {
                    return code;
                }
            }
        }
        return 0;
    }

    /** Judges a family, or finds how it was judged. */
    private Judged judged(AmortisedSettings base, Device device) throws IOException {
        Path file = own(base).resolve("scores.json");
        GraphContest contest = contest(base, device);
        String settings = SettingsFile.of(base.on(Device.CPU)).yaml();
        List<String> methods = experiment.methods(budget);
        if (Files.exists(file)) {
            Judged kept = Json.read(file, Judged.class);
            if (kept.title.equals(contest.title()) && kept.settings.equals(settings) && kept.methods.equals(methods)) {
                return kept;
            }
        }
        console.say("judging " + base.graphs());
        Judged judged = new Judged(contest.title(), settings, methods, judge(contest, base, device));
        Json.write(file, judged);
        return judged;
    }

    private GraphContest contest(AmortisedSettings base, Device device) throws IOException {
        GraphExperiment.Budget b = experiment.budget(budget);
        return new GraphContest(
                        base.problem(),
                        base.graphs(),
                        GraphContest.Graphs.TEST,
                        b.count(),
                        b.samples(),
                        Decoding.GREEDY,
                        base.seed(),
                        device)
                .exact(own(base).resolve("optima.json"));
    }

    private List<GraphScore> judge(GraphContest contest, AmortisedSettings base, Device device) throws IOException {
        for (String method : experiment.methods(budget)) {
            console.say(method);
            boolean feasible = GraphMethods.trained(method, true);
            AmortisedSettings settings = feasible ? feasible(base, true) : base;
            boolean trained = feasible || GraphMethods.trained(method, false);
            try (@Nullable AmortisedModel model = trained ? load(own(base), settings, device) : null;
                    Rng rng = Rng.seeded(base.seed(), device)) {
                GraphMethods.add(method, contest, settings, model, rng);
            }
        }
        return contest.scores();
    }

    private static AmortisedModel load(Path own, AmortisedSettings settings, Device device) throws IOException {
        Path place = modelOf(own, settings);
        same(place, settings);
        return AmortisedModel.load(place, device);
    }

    private static void same(Path place, AmortisedSettings settings) throws IOException {
        // Where it was trained does not matter to a model; a training that is not done looks for itself.
        if (!AmortisedModel.settings(place).on(Device.CPU).equals(settings.on(Device.CPU))) {
            throw new FormatException(place, "was trained with other settings; name another folder");
        }
    }
}
