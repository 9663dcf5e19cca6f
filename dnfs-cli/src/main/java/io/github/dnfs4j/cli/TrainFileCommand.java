package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code dnfs train file}, the long name of {@code dnfs train --target FILE}. */
@Command(
        name = "file",
        description = "A QUBO or Ising energy in a file, log p = -E / T; the same as dnfs train --target FILE.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false)
final class TrainFileCommand implements Callable<Integer> {
    @Mixin
    TrainFileOptions file = new TrainFileOptions();

    private final Console console;

    TrainFileCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        return file.train(console);
    }
}
