package io.github.dnfs4j.cli;

import io.github.dnfs4j.combopt.amortised.AmortisedModel;
import io.github.dnfs4j.combopt.amortised.AmortisedSettings;
import io.github.dnfs4j.experiment.graphs.GraphTraining;
import io.github.dnfs4j.experiment.result.Models;
import io.github.dnfs4j.experiment.result.RunFolders;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.settings.TrainSettings.Budget;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ranks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dnfs train mis} and {@code dnfs train maxcut}. */
@Command(description = "A solver of this problem for all graphs of a family, log p = -beta E.")
final class TrainGraphsCommand extends ConsoleCommand {
    @Option(
            names = "--graphs",
            paramLabel = "FAMILY",
            description = "er:SIZES[:P], ba:SIZES[:M] or rb:SIZES[:P], for instance er:16-20.")
    @Nullable
    String graphs;

    @Option(names = "--count", description = "Training graphs (default: ${bundle:default.count}).")
    @Nullable
    Integer count;

    @Mixin
    final BudgetOptions budget = new BudgetOptions();

    @Mixin
    final NetworkOptions size = new NetworkOptions();

    @Option(names = "--batch", description = "States in one optimiser step (default: ${bundle:default.train.batch}).")
    @Nullable
    Integer batch;

    @Option(names = "--learning-rate", description = "The largest one (default: ${bundle:default.train.learningRate}).")
    @Nullable
    Double learningRate;

    @Option(
            names = "--beta",
            description = "Inverse temperature at the end of the path (default: ${bundle:default.beta}).")
    @Nullable
    Double beta;

    @Option(names = "--feasible", description = "For mis: states are independent sets at all times.")
    boolean feasible;

    @Option(
            names = "--annealing",
            description = "How the inverse temperature grows over training: linear, or adaptive on loss plateaus"
                    + " (default: ${bundle:default.annealing}).")
    @Nullable
    String annealing;

    @Mixin
    final MachineOptions machine = new MachineOptions();

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Any single setting, such as train.ema=0.99.")
    Map<String, String> set = new LinkedHashMap<>();

    @Option(names = "--out", paramLabel = "DIR", description = "Folder of the model, which must be new.")
    @Nullable
    Path out;

    @Option(names = "--resume", description = TrainRun.RESUME)
    boolean resume;

    @Option(
            names = "--init",
            paramLabel = "DIR|NAME",
            description = "Begin with the weights of a trained solver, a folder or one of dnfs models, and with its"
                    + " network.")
    @Nullable
    String init;

    @Mixin
    TalkOptions talk = new TalkOptions();

    @Mixin
    ProcessesOption processes = new ProcessesOption();

    private final GraphProblem problem;

    TrainGraphsCommand(Console console, GraphProblem problem) {
        super(console);
        this.problem = problem;
    }

    @Override
    public Integer call() throws IOException {
        return processes.run(console, this::train);
    }

    private int train(Ranks ranks, Console own) throws IOException {
        GraphTraining training = new GraphTraining(talk.onTheWay(own), ranks);
        if (!ranks.first()) {
            AmortisedSettings asked = asked();
            Device on = Device.parse(asked.device());
            return training.follow(on, given -> {
                if (!resume) {
                    ProcessesOption.checkAsked(given, asked.on(on));
                }
            });
        }
        GraphTraining.Outcome outcome = resume ? resume(training) : create(training);
        if (outcome.exitCode() != 0) {
            console.say("stopped; checkpoint saved. Continue with: " + Console.command() + " train " + problem
                    + " --out " + Console.word(outcome.folder().toString()) + " --resume");
            return outcome.exitCode();
        }
        talk.end(console, outcome.folder(), () -> sayWhatIsNext(outcome.folder()));
        return 0;
    }

    private void sayWhatIsNext(Path model) {
        console.say("model:   " + model);
        console.say("next:    " + Console.command() + " graphs evaluate --model " + model);
        console.say("         " + Console.command() + " solve " + problem + " FILE --model " + model);
    }

    private String family() {
        if (graphs == null) {
            throw new IllegalArgumentException("name a family, such as --graphs er:16-20");
        }
        return graphs;
    }

    private GraphTraining.Outcome create(GraphTraining training) throws IOException {
        String family = family();
        if (out != null) {
            Checks.newRun(out);
        }
        Path weights = init == null ? null : Models.find(init);
        AmortisedSettings settings = asked();
        Device on = Device.parse(settings.device());
        String name = problem + "-" + family.replace(':', '-');
        return training.create(out != null ? out : RunFolders.fresh(name), settings, weights, on);
    }

    /** The settings of a new training. */
    private AmortisedSettings asked() throws IOException {
        AmortisedSettings below = AmortisedSettings.defaults(problem, family());
        return settings(
                init == null
                        ? below
                        : below.with(AmortisedModel.settings(Models.find(init)).network()));
    }

    private GraphTraining.Outcome resume(GraphTraining training) throws IOException {
        if (out == null) {
            throw new IllegalArgumentException("--resume needs --out DIR, the training to continue");
        }
        if (init != null) {
            throw new IllegalArgumentException(TrainRun.EITHER);
        }
        AmortisedSettings kept = AmortisedModel.settings(out);
        AmortisedSettings wanted = settings(kept);
        Budget budget = wanted.train().budget();
        Device on = Device.parse(wanted.device());
        // One that was begun when the device was not kept yet may go on wherever it is told to.
        AmortisedSettings before = kept.device().equals(AmortisedSettings.AUTO) ? kept.on(on) : kept;
        Optional<String> changed = before.with(budget).difference(wanted.on(on));
        if (changed.isPresent()) {
            throw new IllegalArgumentException("a resumed run keeps its settings; " + out + " has " + changed.get());
        }
        return budget.equals(kept.train().budget()) ? training.resume(out, on) : training.resume(out, budget, on);
    }

    private AmortisedSettings settings(AmortisedSettings over) {
        Map<String, String> values = new LinkedHashMap<>();
        budget.put(values, "train");
        TrainOptions.put(values, "count", count);
        size.put(values);
        TrainOptions.put(values, "train.batch", batch);
        TrainOptions.put(values, "train.learningRate", learningRate);
        TrainOptions.put(values, "beta", beta);
        TrainOptions.put(values, "annealing", annealing);
        TrainOptions.put(values, "feasible", feasible ? true : null);
        machine.put(values);
        TrainOptions.put(values, "graphs", graphs);
        values.put("problem", problem.toString());
        values.putAll(set);
        return over.with(values);
    }
}
