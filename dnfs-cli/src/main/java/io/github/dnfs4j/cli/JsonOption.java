package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.terminal.Console;
import picocli.CommandLine.Option;

/** {@code --json}: whether a command's result is told as a record or in words. */
final class JsonOption {
    @Option(names = "--json", description = "Print one JSON object and nothing else.")
    boolean wanted;

    /** Prints a result, a record or a tree, or else the words for it. */
    void print(Console console, Object result, Runnable words) {
        if (wanted) {
            console.out().println(Json.text(result));
        } else {
            words.run();
        }
    }
}
