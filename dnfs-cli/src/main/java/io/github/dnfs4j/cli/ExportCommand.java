package io.github.dnfs4j.cli;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.compare.Oracle;
import io.github.dnfs4j.experiment.result.ModelResult;
import io.github.dnfs4j.experiment.result.ResultTable;
import io.github.dnfs4j.experiment.result.Trained;
import io.github.dnfs4j.experiment.run.Judge;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.experiment.terminal.Waiting;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dnfs export}. */
@Command(
        name = "export",
        description = "Makes a small folder of a trained model: weights, settings, and how good it is.")
final class ExportCommand extends ConsoleCommand {
    @Mixin
    LoadOptions load = new LoadOptions();

    @Parameters(index = "1", paramLabel = "MODEL", description = "A new folder, such as models/NAME.")
    @SuppressWarnings("NullAway.Init")
    Path out;

    @Option(
            names = "--precision",
            description = "Of the weights in the file: fp32, or bf16 in half the bytes (default: ${DEFAULT-VALUE}).")
    String precision = "fp32";

    @Option(
            names = "--samples",
            paramLabel = "N",
            description = "How many to judge it by, 0 for not now (default: ${DEFAULT-VALUE}).")
    int samples = 5000;

    ExportCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        if (samples < 0) {
            throw new IllegalArgumentException("--samples must not be negative, it is " + samples);
        }
        Precision rounding = Precision.parse(precision);
        Checks.newFolder(out, "name another folder");
        Path run = load.folder();
        RunSettings settings = load.settings();
        Model.export(run, settings, rounding, out, made -> judge(made, settings.device(), Trained.in(run)));
        console.say("wrote " + out + ", " + Numbers.count(ModelResult.bytes(out)) + " bytes of weights");
        return 0;
    }

    /** The model as it is kept, rounded weights and all, before it has its name. */
    private void judge(Path made, String device, @Nullable Trained training) throws IOException {
        SettingsFile<RunSettings> file = SettingsFile.of(Model.settings(made)).set("device", device);
        // All other settings of sampling are the model's own by now.
        @Nullable String asked = load.sampling.values().get("precision");
        if (asked != null) {
            file.set("precision", asked);
        }
        RunSettings settings = file.settings();
        String name = ModelResult.name(out);
        try (Model model = Model.load(made, settings);
                Rng rng = Judge.rng(settings)) {
            ModelResult.begin(made, name, model.flow().net().parameters().count(), training, null);
            if (samples == 0) {
                return;
            }
            Checks.fitsMemory("--samples", samples, model.target().space().sites());
            Evaluation evaluation;
            try (Waiting sign = Waiting.on(console, "judging by " + Numbers.count(samples) + " samples")) {
                evaluation = Evaluation.of(model, samples, rng).evaluation();
            }
            ModelResult.record(made, name, settings, asked == null ? "" : "--set precision=" + asked, evaluation);
            console.out().print(ResultTable.text(ResultTable.rows(evaluation, Oracle.magnetisation(model.target()))));
        }
    }
}
