package io.github.dnfs4j.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dnfs4j.experiment.Console;
import io.github.dnfs4j.experiment.EvaluationJson;
import io.github.dnfs4j.experiment.Judge;
import io.github.dnfs4j.experiment.Numbers;
import io.github.dnfs4j.experiment.Reference;
import io.github.dnfs4j.experiment.ResultTable;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.train.Evaluation;
import io.github.dnfs4j.train.Model;
import io.github.dnfs4j.train.RunSettings;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dnfs eval}. */
@Command(
        name = "eval",
        description = "Judges the trained model of a run folder by weighted samples.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false)
final class EvalCommand implements Callable<Integer> {
    @Mixin
    LoadOptions load = new LoadOptions();

    @Option(names = "--samples", paramLabel = "N", description = "How many (default: ${DEFAULT-VALUE}).")
    int samples = 5000;

    @Mixin
    RefineOptions refinement = new RefineOptions();

    @Option(names = "--json", description = "Print one JSON object and nothing else.")
    boolean json;

    private final Console console;

    EvalCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        Checks.positive("--samples", samples);
        refinement.check();
        RunSettings settings = load.settings();
        try (Model model = Model.load(load.run, settings);
                Rng rng = Judge.rng(settings)) {
            Checks.fitsMemory("--samples", samples, model.target().space().sites());
            Evaluation evaluation = Evaluation.of(
                            model, model.sampler().refined(refinement.kernel(model, rng)), samples, rng)
                    .evaluation();
            JsonNode tree = EvaluationJson.of(evaluation);
            if (json) {
                console.out().println(EvaluationJson.text(tree));
            } else {
                console.out().print(ResultTable.text(ResultTable.rows(tree, Reference.magnetisation(model.target()))));
                console.out()
                        .println("from " + Numbers.count(samples) + " samples of " + evaluation.timeSteps()
                                + " time steps in " + Numbers.duration(evaluation.seconds()));
            }
        }
        console.out().flush();
        return 0;
    }
}
