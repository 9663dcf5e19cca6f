package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.result.ModelResult;
import io.github.dnfs4j.experiment.result.ModelTable;
import io.github.dnfs4j.experiment.result.Models;
import io.github.dnfs4j.experiment.result.RunResult;
import io.github.dnfs4j.experiment.terminal.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code dnfs models}. */
@Command(
        name = "models",
        description = "Lists the trained samplers that eval, sample and compare know by name.",
        footer = {
            "",
            "They are folders of $DNFS_MODELS and of models/ beside the launcher, made by dnfs export. ESS and log Z",
            "are of the evaluation that was recorded last; dnfs eval NAME --record adds one."
        })
final class ModelsCommand extends ConsoleCommand {
    @Option(names = "--json", description = "Print one JSON array and nothing else: each model's result.json.")
    boolean json;

    ModelsCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        List<Path> models = Models.all();
        if (json) {
            List<Object> all = new ArrayList<>();
            for (Path model : models) {
                // As it is, with what a newer version may have added.
                all.add(RunResult.exists(model) ? Json.readTree(RunResult.file(model)) : ModelResult.read(model));
            }
            console.out().println(Json.text(all));
        } else if (models.isEmpty()) {
            console.out().println("no models; dnfs export RUN models/NAME makes one of a run folder");
        } else {
            console.out().print(ModelTable.text(models));
        }
        return 0;
    }
}
