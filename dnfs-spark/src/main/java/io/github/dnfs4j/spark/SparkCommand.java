package io.github.dnfs4j.spark;

import io.github.dnfs4j.cli.AddedCommand;
import io.github.dnfs4j.experiment.terminal.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code dnfs spark}. */
@Command(
        name = "spark",
        description = "Spreads solving, sampling, experiments and training over a cluster of Apache Spark.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class SparkCommand implements AddedCommand {
    @Override
    public String name() {
        return "spark";
    }

    @Override
    public CommandLine make(Console console) {
        return new CommandLine(this)
                .addSubcommand(new SolveCommand(console))
                .addSubcommand(new SampleCommand(console))
                .addSubcommand(new ReproduceCommand(console))
                .addSubcommand(new CommandLine(new TrainCommand(console)).setStopAtPositional(true));
    }
}
