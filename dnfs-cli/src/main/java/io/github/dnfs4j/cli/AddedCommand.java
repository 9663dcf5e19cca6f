package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import picocli.CommandLine;

/** A command of another module, found by {@link java.util.ServiceLoader} when a command line begins with its name. */
public interface AddedCommand {
    String name();

    CommandLine make(Console console);
}
