package io.github.dnfs4j.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code dnfs ebm}. */
@Command(
        name = "ebm",
        description = "Learns energies from data, and judges them.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class EbmCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "say what to do: " + String.join(", ", spec.subcommands().keySet()));
    }
}
