package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.settings.TargetSettings;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dnfs train glass}. */
@Command(
        description =
                "One network for all glasses of Edwards and Anderson on a periodic square lattice, log p = beta sum"
                        + " of J_ij s_i s_j over bonds, each once, with J drawn anew in every round of training.")
final class TrainGlassCommand extends ConsoleCommand implements TrainRun.Kind {
    @Option(
            names = "--side",
            description = "Sites along each side, 3 or more (default: ${bundle:default.glass.target.side}).")
    @Nullable
    Integer side;

    @Option(
            names = "--bonds",
            description = "pm (-1 or 1) or gaussian (default: ${bundle:default.glass.target.bonds}).")
    @Nullable
    String bonds;

    @Option(names = "--beta", description = "Inverse temperature (default: ${bundle:default.glass.target.beta}).")
    @Nullable
    Double beta;

    @Option(
            names = "--bond-seed",
            paramLabel = "N",
            description = "Of the bonds that judge the run in the end; none that it trains with (default: 1).")
    @Nullable
    Long bondSeed;

    @Mixin
    final TrainRun run = new TrainRun();

    TrainGlassCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        return run.run(this, console);
    }

    @Override
    public TargetSettings defaults() {
        return TargetSettings.defaults("glass");
    }

    @Override
    public void put(Map<String, String> settings) {
        TrainOptions.put(settings, "target.side", side);
        TrainOptions.put(settings, "target.bonds", bonds);
        TrainOptions.put(settings, "target.beta", beta);
        TrainOptions.put(settings, "target.bondSeed", bondSeed);
    }
}
