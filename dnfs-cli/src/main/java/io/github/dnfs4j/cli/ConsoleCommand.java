package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** What all commands share: a console, {@code --help} and {@code --version}, options in the order of the source. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false)
public abstract class ConsoleCommand implements Callable<Integer> {
    protected final Console console;

    protected ConsoleCommand(Console console) {
        this.console = console;
    }
}
