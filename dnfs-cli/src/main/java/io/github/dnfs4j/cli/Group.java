package io.github.dnfs4j.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A name for the commands below it; alone it says what they are. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
abstract class Group implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public final void run() {
        throw new ParameterException(
                spec.commandLine(),
                "say what to do: " + String.join(", ", spec.subcommands().keySet()));
    }

    /** {@code dnfs data}. */
    @Command(name = "data", description = "Data sets that come with the program.")
    static final class OfData extends Group {}

    /** {@code dnfs ebm}. */
    @Command(name = "ebm", description = "Learns energies from data, and judges them.")
    static final class OfEnergies extends Group {}

    /** {@code dnfs graphs}. */
    @Command(name = "graphs", description = "Random graphs, and how well a trained solver does on them.")
    static final class OfGraphs extends Group {}
}
