package io.github.dnfs4j.cli;

import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.experiment.ebm.EbmFigures;
import io.github.dnfs4j.experiment.ebm.EbmJudge;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dnfs ebm eval}. */
@Command(name = "eval", description = "Judges the energy of a run folder, and the sampler trained along with it.")
final class EbmEvalCommand extends ConsoleCommand {
    @Parameters(paramLabel = "DIR", description = "Run folder of dnfs ebm train.")
    @SuppressWarnings("NullAway.Init")
    Path run;

    @Option(names = "--samples", description = "Held-out states, and samples of each kind (default: ${DEFAULT-VALUE}).")
    int samples = EbmEvaluation.Effort.DEFAULT.data();

    /** What --samples was called before; elsewhere --data names data. */
    @Option(names = "--data", hidden = true)
    @Nullable
    Integer data;

    @Option(names = "--uniform", description = "States of the importance sampling (default: ${DEFAULT-VALUE}).")
    int uniform = EbmEvaluation.Effort.DEFAULT.uniform();

    @Option(names = "--annealing", description = "Annealed paths; 0 for none (default: ${DEFAULT-VALUE}).")
    int annealing = EbmEvaluation.Effort.DEFAULT.annealing();

    @Option(
            names = "--moves",
            description = "Of the chains that sample the energy; 0 for none (default: ${DEFAULT-VALUE}).")
    int moves = EbmEvaluation.Effort.DEFAULT.moves();

    @Mixin
    DeviceOptions on = new DeviceOptions();

    @Option(names = "--figures", description = "Draw DIR/figures/samples.png, too: data, energy and samples.")
    boolean figures;

    @Mixin
    JsonOption json = new JsonOption();

    /** The discrepancy of samples takes so many. */
    private static final int LEAST = 3;

    EbmEvalCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        int count = Objects.requireNonNullElse(data, samples);
        if (count < LEAST) {
            throw new IllegalArgumentException("--samples must be at least " + LEAST + ", not " + count);
        }
        Checks.positive("--uniform", uniform);
        notNegative("--annealing", annealing);
        notNegative("--moves", moves);
        EbmEvaluation.Effort effort = new EbmEvaluation.Effort(count, uniform, annealing, moves);
        EbmEvaluation evaluation;
        try (Waiting sign = Waiting.on(console, "judging")) {
            evaluation = EbmJudge.judge(run, effort, on.device, on.seed);
        }
        json.print(console, evaluation, () -> console.out().print(EbmJudge.text(evaluation)));
        if (figures) {
            EbmFigures.draw(console, run, on.hardware(), effort).ifPresent(png -> console.say("drawn: " + png));
        }
        return console.warn(evaluation.warning(), Optional.empty());
    }

    private static void notNegative(String option, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(option + " must be at least 0, not " + value);
        }
    }
}
