package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code dnfs train}: a name for what can be trained, and itself for any target that has a name. */
@Command(name = "train", description = "Trains a sampler and reports how good it is.")
final class TrainCommand extends ConsoleCommand {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    TrainTargetOptions target = new TrainTargetOptions();

    TrainCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        if (target.given()) {
            return target.train(console);
        }
        throw new ParameterException(
                spec.commandLine(),
                "say what to train: " + String.join(", ", spec.subcommands().keySet()) + ", or --target TARGET");
    }
}
