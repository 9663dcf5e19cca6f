package io.github.dnfs4j.cli;

import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.EbmModel;
import io.github.dnfs4j.experiment.ebm.EbmJudge;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.experiment.terminal.Waiting;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.metric.Trust;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dnfs ebm score}. */
@Command(name = "score", description = "The log likelihood of each state of a file under a learned energy.")
final class EbmScoreCommand extends ConsoleCommand {
    @Parameters(index = "0", paramLabel = "DIR", description = "Run folder of dnfs ebm train.")
    @SuppressWarnings("NullAway.Init")
    Path run;

    @Parameters(index = "1", paramLabel = "FILE", description = "States, .npy or .csv with or without a header.")
    @SuppressWarnings("NullAway.Init")
    Path file;

    @Option(
            names = "--out",
            paramLabel = "FILE.csv",
            description = "A new file, one log likelihood a line (default: the standard output).")
    @Nullable
    Path out;

    @Option(
            names = "--samples",
            paramLabel = "N",
            description = "Paths for log Z, above 20 bits (default: ${DEFAULT-VALUE}).")
    int samples = 4000;

    @Option(
            names = "--moves",
            paramLabel = "N",
            description = "Of each path, where the energy has no flow (default: ${DEFAULT-VALUE}).")
    int moves = EbmEvaluation.Effort.DEFAULT.moves();

    @Mixin
    DeviceOptions on = new DeviceOptions();

    EbmScoreCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        if (samples < 2) {
            throw new IllegalArgumentException("--samples must be at least 2, not " + samples);
        }
        Checks.positive("--moves", moves);
        if (out != null) {
            Checks.fresh(out);
        }
        Device hardware = on.hardware();
        try (EbmModel model = EbmModel.load(run, hardware);
                Rng rng = EbmJudge.rng(on.seed, hardware)) {
            double[] u = model.logDensity(file);
            EbmEvaluation.Normalised z;
            try (Waiting sign = Waiting.on(console, "estimating log Z")) {
                z = EbmEvaluation.normalised(model, samples, moves, rng);
            }
            StringBuilder text = new StringBuilder("logp\n");
            for (double one : u) {
                text.append(String.format(Locale.ROOT, "%.6f%n", one - z.logZ().value()));
            }
            if (out != null) {
                Checks.fresh(out); // again: another command may have written it meanwhile
                AtomicFile.write(out, text.toString().getBytes(StandardCharsets.UTF_8));
            } else {
                console.out().print(text);
            }
            double mean = Statistics.mean(u) - z.logZ().value();
            console.say((out == null ? "" : "wrote " + out + ": ") + Numbers.count(u.length) + " states, mean log p "
                    + Numbers.withError(mean, u.length > 1 ? Statistics.standardError(u) : Double.NaN) + "; log Z "
                    + Numbers.withError(z.logZ()) + " by " + z.by());
            return console.warn(z.paths() == 0 ? Optional.empty() : Trust.few(z.ess(), z.paths()), Optional.empty());
        }
    }
}
