package io.github.dnfs4j.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.experiment.terminal.StopSignal;
import io.github.dnfs4j.factor.Approximation;
import io.github.dnfs4j.factor.BeliefPropagation;
import io.github.dnfs4j.factor.Conditioned;
import io.github.dnfs4j.factor.EliminationOrder;
import io.github.dnfs4j.factor.FactorGraph;
import io.github.dnfs4j.factor.MeanField;
import io.github.dnfs4j.infer.Answer;
import io.github.dnfs4j.infer.Inference;
import io.github.dnfs4j.io.model.ModelFiles;
import io.github.dnfs4j.io.model.ModelFormat;
import io.github.dnfs4j.train.TrainListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dnfs infer}. */
@Command(
        name = "infer",
        description =
                "Partition function, marginals and the most probable state of a graphical model: exact where memory"
                        + " allows it, else by a flow trained here, with error bars.",
        footer = {
            "",
            "Files: .uai (UAI), .bif (Bayesian networks), .wcnf (weighted MaxSAT), .spins (lines i j J and i h), .rudy."
        })
final class InferCommand extends ConsoleCommand {
    private static final List<String> TASKS = List.of("pr", "mar", "mmap-best");
    private static final int SHOWN = 20;

    @Parameters(index = "0", paramLabel = "FILE", description = "The model.")
    @SuppressWarnings("NullAway.Init")
    Path file;

    @Option(names = "--evidence", paramLabel = "FILE", description = "Observed variables, as UAI has them (.evid).")
    @Nullable
    Path evidence;

    @Option(names = "--format", description = "uai, bif, spins, rudy or wcnf (default: by its name).")
    String format = "";

    @Option(
            names = "--temperature",
            description = "T of log p = -E / T, for files of energies (default: ${DEFAULT-VALUE}).")
    double temperature = 1;

    @Option(
            names = "--task",
            split = ",",
            paramLabel = "NAME",
            description = "What to print: pr (log Z), mar (marginals), mmap-best (the best state); all by default.")
    List<String> tasks = TASKS;

    @Mixin
    BudgetOptions budget = new BudgetOptions();

    @Option(names = "--samples", paramLabel = "N", description = "How many (default: ${DEFAULT-VALUE}).")
    int samples = Inference.Settings.DEFAULT.samples();

    @Option(names = "--cells", paramLabel = "K", description = "Of the paths (default: ${DEFAULT-VALUE}).")
    int cells = Inference.Settings.DEFAULT.cells();

    @Option(names = "--sampled", description = "Sample even where an exact answer is in reach.")
    boolean sampled;

    @Option(names = "--seed", description = "Of all randomness (default: ${DEFAULT-VALUE}).")
    long seed = 1;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "A new file with UAI's solution of the one task that --task names.")
    @Nullable
    Path out;

    @Mixin
    JsonOption json = new JsonOption();

    InferCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        check();
        FactorGraph graph = ModelFiles.read(
                file, ModelFormat.chosen(file, format), new ModelFiles.Options(temperature, ModelFiles.First.AUTO));
        int[] observed = evidence == null ? graph.nothingObserved() : ModelFiles.readEvidence(evidence, graph);
        Conditioned model = graph.condition(observed);
        int steps = Objects.requireNonNullElse(budget.steps(), 0);
        double minutes = Objects.requireNonNullElse(budget.minutes(), Inference.Settings.DEFAULT.minutes());
        Inference inference = new Inference(new Inference.Settings(
                minutes,
                steps,
                samples,
                cells,
                sampled ? Optional.empty() : Optional.of(EliminationOrder.Limit.usual()),
                seed));
        if (!inference.exact(model)) {
            Checks.fitsMemory("--samples", samples, model.graph().variables());
            console.say((sampled ? "" : "no exact answer within the memory limit: ") + "training a sampler of "
                    + Numbers.count(model.graph().variables()) + " variables for "
                    + (steps == 0 ? minutes + " minutes" : Numbers.count(steps) + " steps"));
        }
        Answer answer;
        try (StopSignal stop = StopSignal.install()) {
            answer = inference.answer(model, new TrainListener() {}, stop);
            if (stop.getAsBoolean()) {
                console.say("training stopped early; the answer is from what it had learnt");
            }
        }
        if (out != null) {
            write(out, answer);
        }
        json.print(
                console,
                json(answer),
                () -> print(
                        graph,
                        observed,
                        answer,
                        BeliefPropagation.run(model.graph(), BeliefPropagation.Settings.usual()),
                        MeanField.run(model.graph(), MeanField.Settings.usual())));
        return console.warn(answer.warning(), Optional.empty());
    }

    private void check() throws IOException {
        for (String task : tasks) {
            if (!TASKS.contains(task)) {
                throw new IllegalArgumentException(
                        "unknown task '" + task + "'; possible: " + String.join(", ", TASKS));
            }
        }
        budget.check();
        Checks.cells(cells);
        if (samples < 2) {
            throw new IllegalArgumentException("--samples must be at least 2, not " + samples);
        }
        if (out != null) {
            if (tasks.size() != 1) {
                throw new IllegalArgumentException("--out holds the solution of one task: name it by --task");
            }
            Checks.fresh(out);
        }
    }

    private void write(Path to, Answer answer) throws IOException {
        Checks.fresh(to); // again: another command may have written it meanwhile
        switch (tasks.get(0)) {
            case "pr" -> ModelFiles.writePartition(to, answer.logZ().value());
            case "mar" -> ModelFiles.writeMarginals(to, answer.marginals());
            default -> {
                Answer.Best best = answer.best();
                if (best == null) {
                    throw new IllegalStateException("no allowed state was found");
                }
                ModelFiles.writeState(to, best.state());
            }
        }
        console.say("wrote " + to);
    }

    /** The answer without the number of samples, which was given. */
    private static ObjectNode json(Answer answer) {
        ObjectNode tree = Json.tree(answer);
        tree.remove("samples");
        return tree;
    }

    private void print(FactorGraph graph, int[] observed, Answer a, Approximation bp, Approximation mf) {
        StringBuilder text = new StringBuilder();
        if (tasks.contains("pr")) {
            text.append(String.format(
                    Locale.ROOT,
                    "log Z %.6f%s (log10 %.6f), %s%n",
                    a.logZ().value(),
                    a.logZ().exact()
                            ? ""
                            : String.format(Locale.ROOT, " ± %.6f", a.logZ().standardError()),
                    a.logZ().value() / Math.log(10),
                    a.logZ().exact()
                            ? "exact, by elimination"
                            : String.format(Locale.ROOT, "%s samples, ESS %.3f", Numbers.count(a.samples()), a.ess())));
            if (!a.logZ().exact()) {
                text.append(String.format(
                        Locale.ROOT,
                        "      at least %.6f, at most %.6f%n",
                        a.logZ().lower(),
                        a.logZ().upper()));
            }
            text.append(String.format(
                    Locale.ROOT,
                    "      %.6f by loopy belief propagation%s, at least %.6f by mean field%n",
                    bp.logZ(),
                    bp.converged() ? "" : " (which did not converge)",
                    mf.logZ()));
        }
        if (tasks.contains("mar")) {
            for (int i = 0; i < Math.min(SHOWN, graph.variables()); i++) {
                text.append(Console.word(graph.name(i)))
                        .append(observed[i] == FactorGraph.FREE ? ": " : " (observed): ");
                for (int v = 0; v < graph.size(i); v++) {
                    text.append(String.format(
                            Locale.ROOT,
                            "%s%s %.4f%s",
                            v == 0 ? "" : ", ",
                            Console.word(graph.stateName(i, v)),
                            a.marginals()[i][v],
                            a.logZ().exact() || observed[i] != FactorGraph.FREE
                                    ? ""
                                    : String.format(Locale.ROOT, " ± %.4f", a.marginalErrors()[i][v])));
                }
                text.append('\n');
            }
            if (graph.variables() > SHOWN) {
                text.append("... and ")
                        .append(Numbers.count(graph.variables() - SHOWN))
                        .append(" variables more (--json has all)\n");
            }
        }
        Answer.Best best = a.best();
        if (tasks.contains("mmap-best") && best != null) {
            text.append(a.logZ().exact() ? "most probable state" : "best state seen")
                    .append(String.format(Locale.ROOT, ", log density %.6f:", best.logDensity()));
            for (int i = 0; i < best.state().length; i++) {
                text.append(' ').append(Console.word(graph.stateName(i, best.state()[i])));
            }
            text.append('\n');
        }
        console.out().print(text);
        console.out().println("in " + Numbers.duration(a.seconds()));
    }
}
