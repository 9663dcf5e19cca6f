package io.github.dnfs4j.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code dnfs train}: only a name for what can be trained. */
@Command(
        name = "train",
        description = "Trains a sampler and reports how good it is.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class TrainCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "say what to train: " + String.join(", ", spec.subcommands().keySet()));
    }
}
