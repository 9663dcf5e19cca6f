package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.settings.TargetSettings;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dnfs train ising} and {@code dnfs train potts}: a lattice, what its bonds do, and how to train. */
final class TrainLatticeCommand extends ConsoleCommand implements TrainRun.Kind {
    @Mixin
    final LatticeOptions lattice = new LatticeOptions();

    @Mixin
    final Model model;

    @Mixin
    final TrainRun run = new TrainRun();

    TrainLatticeCommand(Console console, Model model) {
        super(console);
        this.model = model;
    }

    @Override
    public Integer call() throws IOException {
        return run.run(this, console);
    }

    @Override
    public TargetSettings defaults() {
        return lattice.over(model.kind());
    }

    @Override
    public TargetSettings defaults(TargetSettings chosen) {
        return model.defaults(chosen);
    }

    @Override
    public void put(Map<String, String> settings) {
        lattice.put(settings);
        model.put(settings);
    }

    /** The options of one model, of which the description is that of the command. */
    interface Model {
        String kind();

        /** See {@link TrainRun.Kind#defaults(TargetSettings)}. */
        default TargetSettings defaults(TargetSettings chosen) {
            return chosen;
        }

        void put(Map<String, String> settings);
    }

    @Command(
            description =
                    "The Ising model on a lattice, the periodic square one by default, log p = sigma x'Ax + field sum x.")
    static final class Ising implements Model {
        @Option(
                names = "--sigma",
                description =
                        "Coupling, beta J = 2 sigma of the textbooks, as x'Ax has every bond twice; the default is"
                                + " the critical one of the lattice, and 0.5, T = 1, where bonds are drawn (default:"
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

        @Override
        public String kind() {
            return "ising";
        }

        @Override
        public void put(Map<String, String> settings) {
            if (sigma != null && beta != null) {
                throw new IllegalArgumentException("--beta is 2 sigma: give one of --sigma and --beta");
            }
            TrainOptions.put(settings, "target.sigma", beta == null ? sigma : Double.valueOf(beta / 2));
            TrainOptions.put(settings, "target.field", field);
        }
    }

    @Command(
            description =
                    "The Potts model on a lattice, the periodic square one by default, log p = beta sum of [x_i = x_j] over edges, each once.")
    static final class Potts implements Model {
        @Option(
                names = "--states",
                description = "States of a site, 2 or more (default: ${bundle:default.potts.target.states}).")
        @Nullable
        Integer states;

        @Option(names = "--beta", description = "Coupling (default: the critical one, ln(1 + sqrt states)).")
        @Nullable
        Double beta;

        @Override
        public String kind() {
            return "potts";
        }

        /** The critical beta of the states that were chosen. */
        @Override
        public TargetSettings defaults(TargetSettings chosen) {
            return chosen instanceof TargetSettings.Potts p ? p.critical() : chosen;
        }

        @Override
        public void put(Map<String, String> settings) {
            TrainOptions.put(settings, "target.states", states);
            TrainOptions.put(settings, "target.beta", beta);
        }
    }
}
