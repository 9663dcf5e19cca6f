package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.settings.TargetSettings;
import java.io.IOException;
import java.util.Map;

/** {@code dnfs train KIND}, for a model on a lattice whose couplings have options of their own. */
abstract class TrainLatticeCommand extends ConsoleCommand implements TrainRun.Kind {
    private final String kind;

    TrainLatticeCommand(Console console, String kind) {
        super(console);
        this.kind = kind;
    }

    /** The options of every lattice; they stand before those of the kind. */
    abstract LatticeOptions lattice();

    /** The options of every training; they stand last. */
    abstract TrainRun run();

    @Override
    public final Integer call() throws IOException {
        return run().run(this, console);
    }

    @Override
    public final TargetSettings defaults() {
        return lattice().over(kind);
    }

    @Override
    public void put(Map<String, String> settings) {
        lattice().put(settings);
    }
}
