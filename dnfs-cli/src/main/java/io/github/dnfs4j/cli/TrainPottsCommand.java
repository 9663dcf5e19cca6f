package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.settings.TargetSettings;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dnfs train potts}. */
@Command(
        name = "potts",
        description =
                "The Potts model on a lattice, the periodic square one by default, log p = beta sum of [x_i = x_j] over edges, each once.")
final class TrainPottsCommand extends TrainLatticeCommand {
    @Mixin
    LatticeOptions lattice = new LatticeOptions();

    @Option(
            names = "--states",
            description = "States of a site, 2 or more (default: ${bundle:default.potts.target.states}).")
    @Nullable
    Integer states;

    @Option(names = "--beta", description = "Coupling (default: the critical one, ln(1 + sqrt states)).")
    @Nullable
    Double beta;

    @Mixin
    TrainRun run = new TrainRun();

    TrainPottsCommand(Console console) {
        super(console, "potts");
    }

    /** The critical beta of the states that were chosen. */
    @Override
    public TargetSettings defaults(TargetSettings chosen) {
        return chosen instanceof TargetSettings.Potts p ? p.critical() : chosen;
    }

    @Override
    public void put(Map<String, String> settings) {
        super.put(settings);
        TrainOptions.put(settings, "target.states", states);
        TrainOptions.put(settings, "target.beta", beta);
    }

    @Override
    TrainRun run() {
        return run;
    }

    @Override
    LatticeOptions lattice() {
        return lattice;
    }
}
