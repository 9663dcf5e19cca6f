package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;

/**
 * {@code dnfs rehearse}: does what short commands do, for a Java that writes down which classes that takes. The launcher
 * makes its archive of them.
 */
@Command(name = "rehearse", hidden = true, description = "Runs short commands without a word, for the launcher.")
final class RehearseCommand extends ConsoleCommand {
    RehearseCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Path graph = Files.createTempFile("dnfs-rehearse", ".col");
        try {
            Files.writeString(graph, "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n");
            String file = graph.toString();
            for (List<String> line : List.of(
                    List.of("--help"),
                    List.of("--version"),
                    List.of("nosuch"),
                    List.of("models"),
                    List.of("models", "--json"),
                    List.of("train", "ising", "--help"),
                    List.of("solve", "mis", file),
                    List.of("solve", "mis", file, "--json"),
                    List.of("solve", "maxcut", file),
                    List.of("sample", "--help"),
                    List.of("eval", "--help"))) {
                Main.run(Console.silent(), line.toArray(String[]::new));
            }
        } finally {
            Files.deleteIfExists(graph);
        }
        return 0;
    }
}
