package io.github.dnfs4j.cli;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.compare.Oracle;
import io.github.dnfs4j.experiment.result.InstanceTable;
import io.github.dnfs4j.experiment.result.ModelResult;
import io.github.dnfs4j.experiment.result.ResultTable;
import io.github.dnfs4j.experiment.run.Judge;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.experiment.terminal.Waiting;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.report.RunReport.ResultRow;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.FamilySettings;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dnfs eval}. */
@Command(name = "eval", description = "Judges a trained model by weighted samples.")
final class EvalCommand extends ConsoleCommand {
    @Mixin
    LoadOptions load = new LoadOptions();

    @Mixin
    InstanceOptions instance = new InstanceOptions();

    @Option(
            names = "--instances",
            paramLabel = "N",
            description =
                    "Of a model of glasses: judge it on the bonds of N seeds, the first of them that of --bond-seed"
                            + " or else of the run.")
    @Nullable
    Integer instances;

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

    /** One instance after the other, each with paths of its own. */
    private int several(int count, RunSettings settings, Path folder, Ranks ranks, Console console) throws IOException {
        Checks.positive("--instances", count);
        if (record || instance.target != null) {
            throw new IllegalArgumentException(
                    "--instances are of many seeds: it goes with neither --record nor --target");
        }
        if (!(settings.target() instanceof FamilySettings family)) {
            throw new IllegalArgumentException("--instances are of a model of glasses, of dnfs train glass");
        }
        long first = instance.bondSeed == null ? family.bondSeed() : instance.bondSeed;
        List<InstanceTable.Row> rows = new ArrayList<>();
        try (Rng rng = Judge.rng(settings)) {
            for (long seed = first; seed < first + count; seed++) {
                try (Model model =
                        Model.load(folder, settings, family.withSeed(seed).build())) {
                    Checks.fitsMemory(
                            "--samples", samples, model.target().space().sites());
                    rows.add(new InstanceTable.Row(
                            seed, judge(model, rng, ranks, console).evaluation()));
                }
            }
        }
        InstanceTable table = InstanceTable.of(rows);
        json.print(console, table, () -> console.out().print(table.text()));
        return console.warn(json.wanted ? Optional.empty() : table.warning(), Optional.empty());
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
        ProcessesOption.agree(ranks, settings, samples, refinement.text(), instance.text(), String.valueOf(instances));
        if (record && !instance.text().isEmpty()) {
            throw new IllegalArgumentException("--record is of the model's own target: leave out " + instance.text());
        }
        if (record && !ModelResult.isModel(folder)) {
            throw new IllegalArgumentException("--record needs an exported model, which " + folder + " is not");
        }
        if (instances != null) {
            return several(instances, settings, folder, ranks, console);
        }
        try (Model model = instance.load(folder, settings);
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
