package io.github.dnfs4j.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.combopt.Decoding;
import io.github.dnfs4j.combopt.amortised.AmortisedModel;
import io.github.dnfs4j.combopt.amortised.AmortisedSettings;
import io.github.dnfs4j.experiment.graphs.GraphContest;
import io.github.dnfs4j.experiment.graphs.GraphMethods;
import io.github.dnfs4j.experiment.graphs.GraphScore;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.result.Models;
import io.github.dnfs4j.experiment.result.TableFile;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dnfs graphs evaluate}. */
@Command(
        name = "evaluate",
        description = "Judges a trained solver on test graphs of its family, beside exact and classical methods.")
final class GraphsEvaluateCommand extends ConsoleCommand {
    @Option(names = "--model", required = true, paramLabel = "DIR|NAME", description = "A trained solver.")
    @SuppressWarnings("NullAway.Init")
    String model;

    @Option(names = "--graphs", paramLabel = "FAMILY", description = "Test graphs (default: the family trained on).")
    @Nullable
    String graphs;

    @Option(names = "--validation", description = "Other graphs than those of tables, for choices.")
    boolean validation;

    @Option(names = "--count", description = "Test graphs (default: ${DEFAULT-VALUE}).")
    int count = 100;

    @Option(names = "--samples", description = "Of each graph (default: ${DEFAULT-VALUE}).")
    int samples = 20;

    @Option(names = "--cells", paramLabel = "K", description = "Paths by exact jumps in K cells.")
    @Nullable
    Integer cells;

    @Option(
            names = "--time-steps",
            paramLabel = "K",
            description = "Paths by K steps, and the length of DMALA's chains (default: the model's).")
    @Nullable
    Integer timeSteps;

    @Option(
            names = "--moves",
            split = ",",
            paramLabel = "N",
            description = "DMALA moves after each cell or step; several numbers make rows of each (default: 5).")
    List<Integer> moves = List.of(5);

    @Option(
            names = "--decode",
            description = "How samples become solutions: greedy, or paper, which only repairs conflicts"
                    + " (default: ${DEFAULT-VALUE}).")
    String decode = "greedy";

    @Mixin
    SamplingOptions sampling = new SamplingOptions();

    @Mixin
    DeviceOptions on = new DeviceOptions();

    @Mixin
    JsonOption json = new JsonOption();

    @Option(
            names = "--optima",
            paramLabel = "FILE",
            description = "Optima of these graphs; written if it is not there.")
    @Nullable
    Path optima;

    @Option(names = "--out", paramLabel = "FILE", description = "Write that object to a file as well.")
    @Nullable
    Path out;

    GraphsEvaluateCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Checks.positive("--count", count);
        Checks.positive("--samples", samples);
        moves.forEach(n -> Checks.positive("--moves", n));
        Checks.positive("--time-steps", timeSteps);
        if (cells != null) {
            Checks.cells(cells);
        }
        if (cells != null && timeSteps != null) {
            throw new IllegalArgumentException("--cells are of jumps, --time-steps of steps: give one of them");
        }
        if (out != null) {
            Checks.fresh(out);
        }
        Decoding decoding = Decoding.parse(decode);
        Device hardware = on.hardware();
        try (AmortisedModel trained = AmortisedModel.load(Models.find(model), hardware)) {
            AmortisedSettings s = changed(trained.settings());
            String family = graphs == null ? s.graphs() : graphs;
            GraphContest contest = new GraphContest(
                    s.problem(),
                    family,
                    validation ? GraphContest.Graphs.VALIDATION : GraphContest.Graphs.TEST,
                    count,
                    samples,
                    decoding,
                    on.seed,
                    hardware);
            contest.exact(optima);
            for (String method : GraphMethods.ofModel(s, moves)) {
                try (Rng rng = Rng.seeded(on.seed, hardware)) {
                    GraphMethods.add(method, contest, s, trained, rng);
                }
            }
            report(contest, s, hardware);
        }
        return 0;
    }

    /** The settings of the model with those of sampling that were given. */
    private AmortisedSettings changed(AmortisedSettings s) {
        Map<String, String> values = new LinkedHashMap<>();
        if (timeSteps != null) {
            values.put("sampling.by", "steps");
            values.put("sampling.timeSteps", String.valueOf(timeSteps));
        }
        if (cells != null) {
            values.put("sampling.by", "jumps");
            values.put("sampling.cells", String.valueOf(cells));
        }
        values.putAll(sampling.values());
        if (values.containsKey("precision")) {
            throw new IllegalArgumentException(
                    "a solver has the precision that it was trained in: no --set precision here");
        }
        AmortisedSettings changed = s.with(values);
        sampling.checkUsed(changed.sampling().by() != SamplingSettings.By.STEPS);
        return changed;
    }

    /** What was typed, with all that decides about the numbers. */
    private String command(SamplingSettings settings, Device hardware) {
        StringBuilder text = new StringBuilder("dnfs graphs evaluate --model " + model);
        text.append(graphs == null ? "" : " --graphs " + graphs)
                .append(validation ? " --validation" : "")
                .append(" --count " + count);
        boolean jumps = settings.by() != SamplingSettings.By.STEPS;
        text.append(" --samples " + samples);
        text.append(jumps ? " --cells " + settings.cells() : " --time-steps " + settings.timeSteps());
        text.append(" --moves ").append(moves()).append(" --decode " + decode);
        text.append(sampling.set.isEmpty() ? "" : " " + sampling.text());
        return text.append(" --seed " + on.seed + " --device " + hardware).toString();
    }

    private String moves() {
        return moves.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private void report(GraphContest contest, AmortisedSettings s, Device hardware) throws IOException {
        SamplingSettings drawn = s.sampling();
        String caption = GraphMethods.caption(drawn)
                + "; ± of the distance to the optimum, over graphs; seconds of one run, networks and DMALA on "
                + hardware + ", the rest on the CPU";
        List<List<String>> rows =
                contest.scores().stream().map(GraphScore::cells).toList();
        ObjectNode tree = Json.tree(TableFile.of(
                contest.title(),
                command(drawn, hardware),
                caption,
                hardware,
                GraphScore.header(samples),
                rows,
                List.of()));
        tree.put("problem", s.problem().toString()).put("graphs", graphs == null ? s.graphs() : graphs);
        tree.put("count", count).put("samples", samples).put("decode", decode);
        tree.put("by", drawn.by().toString()).put("cells", drawn.cells()).put("timeSteps", drawn.timeSteps());
        tree.put("sweeps", drawn.sweeps());
        tree.set("moves", Json.tree(moves));
        tree.put("reversibleFloor", drawn.reversibleFloor()).put("resampleBelow", drawn.resampleBelow());
        tree.put("proven", contest.proven());
        tree.set("scores", GraphScore.json(contest.scores()));
        if (out != null) {
            Json.write(out, tree);
        }
        json.print(
                console,
                tree,
                () -> console.out()
                        .println(contest.title()
                                + System.lineSeparator()
                                + GraphScore.text(contest.scores(), samples).stripTrailing()));
    }
}
