package io.github.dnfs4j.cli;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.compare.Oracle;
import io.github.dnfs4j.experiment.result.ModelResult;
import io.github.dnfs4j.experiment.result.ResultTable;
import io.github.dnfs4j.experiment.run.Judge;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.experiment.terminal.Waiting;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.report.RunReport.ResultRow;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dnfs eval}. */
@Command(name = "eval", description = "Judges a trained model by weighted samples.")
final class EvalCommand extends ConsoleCommand {
    @Mixin
    LoadOptions load = new LoadOptions();

    @Option(names = "--samples", paramLabel = "N", description = "How many (default: ${DEFAULT-VALUE}).")
    int samples = 5000;

    @Mixin
    RefineOptions refinement = new RefineOptions();

    @Mixin
    JsonOption json = new JsonOption();

    @Option(names = "--record", description = "Keep the result, with this command, in the model's result.json.")
    boolean record;

    @Mixin
    ProcessesOption processes = new ProcessesOption();

    EvalCommand(Console console) {
        super(console);
    }

    /** Says how far it is when it takes long. */
    private Evaluation.Result judge(Model model, Rng rng, Ranks ranks, Console console) {
        FlowSampler sampler =
                model.sampler().refined(refinement.kernel(model, rng)).over(ranks);
        AtomicInteger drawn = new AtomicInteger();
        try (Waiting sign = Waiting.on(
                console,
                () -> "evaluating: " + Numbers.count(drawn.get()) + " of " + Numbers.count(samples)
                        + " samples drawn")) {
            return Evaluation.of(model, sampler, samples, rng, drawn::set);
        }
    }

    @Override
    public Integer call() throws IOException {
        return processes.run(console, this::evaluate);
    }

    private int evaluate(Ranks ranks, Console console) throws IOException {
        Checks.positive("--samples", samples);
        refinement.check();
        RunSettings settings = load.settings();
        Path folder = load.folder();
        ProcessesOption.agree(ranks, settings, samples, refinement.text());
        if (record && !ModelResult.isModel(folder)) {
            throw new IllegalArgumentException("--record needs an exported model, which " + folder + " is not");
        }
        try (Model model = Model.load(folder, settings);
                Rng rng = Judge.rng(settings)) {
            Checks.fitsMemory("--samples", samples, model.target().space().sites());
            Evaluation.Result judged = judge(model, rng, ranks, console);
            Evaluation evaluation = judged.evaluation();
            if (record && ranks.first()) {
                ModelResult.record(
                        folder,
                        ModelResult.name(folder),
                        settings,
                        (load.sampling.text() + " " + refinement.text()).strip(),
                        evaluation);
            }
            List<ResultRow> rows = ResultTable.rows(evaluation, Oracle.magnetisation(model.target()));
            if (rows.isEmpty()) {
                throw new ArithmeticException(
                        "no number of the evaluation is finite: the network or the target overflows");
            }
            json.print(console, evaluation, () -> {
                console.out().print(ResultTable.text(rows));
                console.out().println("from " + ResultTable.source(evaluation));
            });
            return console.warn(json.wanted ? Optional.empty() : evaluation.warning(), judged.impossible());
        }
    }
}
