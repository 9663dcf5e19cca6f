package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.result.RunResult;
import io.github.dnfs4j.experiment.terminal.Console;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** How much a training says, and in which form its result comes. */
final class TalkOptions {
    @Option(names = "--quiet", description = "Say nothing on the way; the words at the end and warnings remain.")
    boolean quiet;

    @Option(
            names = "--json",
            description = "Print result.json in place of the words at the end, and nothing on the way.")
    boolean json;

    /** For what is said on the way. */
    Console onTheWay(Console console) {
        return quiet || json ? console.quiet() : console;
    }

    /** Prints the result of a folder where JSON was asked for, else what words tell of it. */
    void end(Console console, Path folder, Runnable words) throws IOException {
        if (json) {
            console.out().println(Json.text(Json.readTree(RunResult.file(folder))));
        } else {
            words.run();
        }
    }
}
