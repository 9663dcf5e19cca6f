package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import picocli.CommandLine.Command;

/** {@code dnfs man}. */
@Command(
        name = "man",
        description = "Prints the manual page: every command with its options, for man.",
        footer = {"", "Read it by: dnfs man | man -l -"})
final class ManCommand extends ConsoleCommand {
    ManCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        console.out().print(CommandReference.roff(Main.commandLine(console)));
        return 0;
    }
}
