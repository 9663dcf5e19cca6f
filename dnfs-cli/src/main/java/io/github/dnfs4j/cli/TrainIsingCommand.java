package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dnfs train ising}. */
@Command(
        name = "ising",
        description = "The Ising model on a periodic square lattice, log p = sigma x'Ax + field sum x.")
final class TrainIsingCommand extends TrainKindCommand {
    @Option(
            names = "--side",
            description = "Sites along each side, 3 or more (default: ${bundle:default.target.side}).")
    @Nullable
    Integer side;

    @Option(
            names = "--sigma",
            description =
                    "Coupling, beta J = 2 sigma of the textbooks, as x'Ax has every bond twice; the default is the"
                            + " critical one (default: ${bundle:default.target.sigma}).")
    @Nullable
    Double sigma;

    @Option(names = "--beta", description = "The same as beta J, in place of --sigma: critical at 0.4406868.")
    @Nullable
    Double beta;

    @Option(names = "--field", description = "Magnetic field (default: ${bundle:default.target.field}).")
    @Nullable
    Double field;

    @Mixin
    TrainRun run = new TrainRun();

    TrainIsingCommand(Console console) {
        super(console, "ising");
    }

    @Override
    TrainRun run() {
        return run;
    }

    @Override
    public void put(Map<String, String> settings) {
        TrainOptions.put(settings, "target.side", side);
        if (sigma != null && beta != null) {
            throw new IllegalArgumentException("--beta is 2 sigma: give one of --sigma and --beta");
        }
        TrainOptions.put(settings, "target.sigma", beta == null ? sigma : Double.valueOf(beta / 2));
        TrainOptions.put(settings, "target.field", field);
    }
}
