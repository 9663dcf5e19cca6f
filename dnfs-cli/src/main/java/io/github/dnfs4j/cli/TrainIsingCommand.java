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
        description =
                "The Ising model on a lattice, the periodic square one by default, log p = sigma x'Ax + field sum x.")
final class TrainIsingCommand extends TrainLatticeCommand {
    @Mixin
    LatticeOptions lattice = new LatticeOptions();

    @Option(
            names = "--sigma",
            description =
                    "Coupling, beta J = 2 sigma of the textbooks, as x'Ax has every bond twice; the default is the"
                            + " critical one of the lattice, and 0.5, T = 1, where bonds are drawn (default:"
                            + " ${bundle:default.target.sigma}).")
    @Nullable
    Double sigma;

    @Option(
            names = "--beta",
            description = "The same as beta J, in place of --sigma: the square lattice is critical at 0.4406868.")
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
    LatticeOptions lattice() {
        return lattice;
    }

    @Override
    public void put(Map<String, String> settings) {
        super.put(settings);
        if (sigma != null && beta != null) {
            throw new IllegalArgumentException("--beta is 2 sigma: give one of --sigma and --beta");
        }
        TrainOptions.put(settings, "target.sigma", beta == null ? sigma : Double.valueOf(beta / 2));
        TrainOptions.put(settings, "target.field", field);
    }
}
