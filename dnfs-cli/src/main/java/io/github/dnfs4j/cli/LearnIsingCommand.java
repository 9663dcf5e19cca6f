package io.github.dnfs4j.cli;

import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.ebm.IsingFit;
import io.github.dnfs4j.ebm.Method;
import io.github.dnfs4j.experiment.ebm.IsingLearner;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dnfs ebm learn-ising}. */
@Command(name = "learn-ising", description = "Recovers the matrix of an Ising lattice from samples of it.")
final class LearnIsingCommand extends ConsoleCommand {
    @Option(names = "--side", description = "Of the periodic lattice (default: ${DEFAULT-VALUE}).")
    int side = 10;

    @Option(names = "--sigma", description = "Its coupling (default: ${DEFAULT-VALUE}).")
    double sigma = 0.1;

    @Option(names = "--samples", description = "To learn from (default: ${DEFAULT-VALUE}).")
    int samples = 2000;

    @Option(names = "--method", description = "As of dnfs ebm train (default: ${DEFAULT-VALUE}).")
    String method = "pcd";

    @Option(names = "--steps", paramLabel = "N", description = "Updates of the matrix (default: 1000).")
    @Nullable
    Integer steps;

    @Mixin
    DeviceOptions on = new DeviceOptions();

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Any single setting, such as fit.l1=0.05.")
    Map<String, String> set = new LinkedHashMap<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            required = true,
            description = "Run folder; the same command goes on where it was interrupted.")
    @SuppressWarnings("NullAway.Init")
    Path out;

    LearnIsingCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Checks.positive("--steps", steps);
        EbmSettings below = IsingFit.settings(side, sigma, samples, Method.parse(method), on.seed, on.device);
        SettingsFile<EbmSettings> tree = SettingsFile.of(below);
        if (steps != null) {
            tree.set("fit.steps", String.valueOf(steps));
        }
        tree.set(set);
        IsingLearner.Outcome outcome = new IsingLearner(console).run(out, tree.settings());
        if (outcome.exitCode() == 0) {
            console.out()
                    .printf(
                            Locale.ROOT,
                            "negative log-RMSE %.3f (matrix of zeros %.3f), learnt in %.0f s into %s%n",
                            outcome.score(),
                            outcome.zeroScore(),
                            outcome.seconds(),
                            out);
        }
        return outcome.exitCode();
    }
}
