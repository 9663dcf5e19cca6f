package io.github.dnfs4j.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.combopt.AmortisedModel;
import io.github.dnfs4j.combopt.AmortisedSettings;
import io.github.dnfs4j.combopt.LangevinSolver;
import io.github.dnfs4j.combopt.NeuralSolver;
import io.github.dnfs4j.combopt.SingleFlips;
import io.github.dnfs4j.experiment.Console;
import io.github.dnfs4j.experiment.GraphContest;
import io.github.dnfs4j.experiment.GraphScore;
import io.github.dnfs4j.experiment.Models;
import io.github.dnfs4j.io.AtomicFile;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code dnfs graphs evaluate}. */
@Command(
        name = "evaluate",
        description = "Judges a trained solver on test graphs of its family, beside exact and classical methods.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false)
final class GraphsEvaluateCommand implements Callable<Integer> {
    @Option(names = "--model", required = true, paramLabel = "DIR|NAME", description = "A trained solver.")
    @SuppressWarnings("NullAway.Init")
    String model;

    @Option(names = "--graphs", paramLabel = "FAMILY", description = "Test graphs (default: the family trained on).")
    @Nullable
    String graphs;

    @Option(names = "--count", description = "Test graphs (default: ${DEFAULT-VALUE}).")
    int count = 100;

    @Option(names = "--samples", description = "Of each graph (default: ${DEFAULT-VALUE}).")
    int samples = 20;

    @Option(names = "--time-steps", description = "Steps of the flow (default: the model's).")
    @Nullable
    Integer timeSteps;

    @Option(names = "--refine", paramLabel = "N", description = "DMALA moves a step (default: ${DEFAULT-VALUE}).")
    int refine = 5;

    @Option(
            names = "--optima",
            paramLabel = "FILE",
            description = "Optima of these graphs; written if it is not there.")
    @Nullable
    Path optima;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the table to a file as well.")
    @Nullable
    Path json;

    @Option(names = "--device", description = "cpu, cuda or auto (default: ${DEFAULT-VALUE}).")
    String device = "auto";

    @Option(names = "--seed", description = "Of the samples (default: ${DEFAULT-VALUE}).")
    long seed = 1;

    private final Console console;

    GraphsEvaluateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        Checks.positive("--count", count);
        Checks.positive("--samples", samples);
        Checks.positive("--refine", refine);
        Checks.positive("--time-steps", timeSteps);
        if (json != null) {
            Checks.fresh(json);
        }
        Device on = Device.parse(device);
        device = on.name().toLowerCase(Locale.ROOT);
        try (AmortisedModel trained = AmortisedModel.load(Models.find(model), on);
                Rng rng = Rng.seeded(seed, on);
                AmortisedModel untrained = AmortisedModel.untrained(trained.settings(), rng)) {
            AmortisedSettings s = trained.settings();
            int steps = timeSteps != null ? timeSteps : s.sampling().timeSteps();
            int batch = s.sampling().batch();
            GraphContest contest =
                    new GraphContest(s.problem(), graphs == null ? s.graphs() : graphs, count, samples, seed, on);
            contest.exact(optima).greedy();
            contest.add("annealing", new SingleFlips(s.penalty()));
            contest.add("random", new NeuralSolver(untrained, steps, batch, 0));
            contest.add("dmala", new LangevinSolver(s.beta(), s.penalty(), steps, batch, refine));
            contest.add("dnfs", new NeuralSolver(trained, steps, batch, 0));
            if (!s.feasible()) {
                contest.add("dnfs+dmala", new NeuralSolver(trained, steps, batch, refine));
            }
            console.out().println(contest.title());
            console.out().print(GraphScore.text(contest.scores(), samples));
            console.out().flush();
            write(contest, s, steps);
        }
        return 0;
    }

    private String command(int steps) {
        return "dnfs graphs evaluate --model " + model + (graphs == null ? "" : " --graphs " + graphs) + " --count "
                + count + " --samples " + samples + " --time-steps " + steps + " --refine " + refine + " --seed " + seed
                + " --device " + device;
    }

    private void write(GraphContest contest, AmortisedSettings s, int steps) throws IOException {
        if (json != null) {
            ObjectMapper mapper = new ObjectMapper();
            ObjectNode tree = mapper.createObjectNode();
            tree.put("title", contest.title());
            tree.put("command", command(steps));
            tree.put("caption", steps + " time steps, " + refine + " DMALA moves a step; " + "on " + device);
            tree.set("header", mapper.valueToTree(GraphScore.header(samples)));
            tree.set(
                    "rows",
                    mapper.valueToTree(
                            contest.scores().stream().map(GraphScore::cells).toList()));
            tree.put("problem", s.problem().toString()).put("graphs", graphs == null ? s.graphs() : graphs);
            tree.put("count", count)
                    .put("samples", samples)
                    .put("timeSteps", steps)
                    .put("refine", refine);
            tree.put("proven", contest.proven());
            tree.set("scores", GraphScore.json(contest.scores()));
            AtomicFile.write(json, mapper.writerWithDefaultPrettyPrinter().writeValueAsBytes(tree));
        }
    }
}
