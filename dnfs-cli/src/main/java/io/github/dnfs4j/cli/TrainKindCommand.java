package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.settings.TargetSettings;
import java.io.IOException;

/** {@code dnfs train KIND}, for a kind of targets whose settings have options of their own. */
abstract class TrainKindCommand extends ConsoleCommand implements TrainRun.Kind {
    private final String kind;

    TrainKindCommand(Console console, String kind) {
        super(console);
        this.kind = kind;
    }

    /** The options of every training; they stand behind those of the kind. */
    abstract TrainRun run();

    @Override
    public final Integer call() throws IOException {
        return run().run(this, console);
    }

    @Override
    public final TargetSettings defaults() {
        return TargetSettings.defaults(kind);
    }
}
