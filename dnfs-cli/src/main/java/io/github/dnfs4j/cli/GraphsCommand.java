package io.github.dnfs4j.cli;

import io.github.dnfs4j.combopt.families.GraphGenerator;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.io.durable.AtomicDirectory;
import io.github.dnfs4j.io.problem.GraphFiles;
import io.github.dnfs4j.io.problem.ProblemFormat;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dnfs graphs generate}. */
@Command(name = "generate", description = "Writes random graphs, the same for the same seed to the last byte.")
final class GraphsCommand extends ConsoleCommand {
    @Parameters(
            paramLabel = "FAMILY",
            description = "er:SIZES[:P], ba:SIZES[:M] or rb:SIZES[:P]; SIZES is N or LEAST-MOST: er:16-20, ba:1000:4.")
    @SuppressWarnings("NullAway.Init")
    String family;

    @Option(names = "--count", paramLabel = "N", description = "How many (default: ${DEFAULT-VALUE}).")
    int count = 1;

    @Option(names = "--seed", description = "Of the graphs (default: ${DEFAULT-VALUE}).")
    long seed = 1;

    @Option(names = "--format", description = "dimacs, metis, rudy or mtx (default: ${DEFAULT-VALUE}).")
    String format = "dimacs";

    @Option(
            names = "--out",
            required = true,
            paramLabel = "PATH",
            description = "A new folder for graph-00000 and so on; a new file if there is one graph.")
    @SuppressWarnings("NullAway.Init")
    Path out;

    GraphsCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Checks.positive("--count", count);
        GraphGenerator generator = GraphGenerator.parse(family);
        ProblemFormat kind = GraphFiles.format(out, format);
        if (Files.exists(out, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(out.toString(), null, "already exists and is not overwritten");
        }
        if (count == 1) {
            GraphFiles.write(out, generator.graph(0, seed), kind);
        } else {
            AtomicDirectory.write(out, folder -> {
                for (int k = 0; k < count; k++) {
                    String name = String.format(Locale.ROOT, "graph-%05d.%s", k, kind.extension());
                    GraphFiles.write(folder.resolve(name), generator.graph(k, seed), kind);
                }
            });
        }
        console.say("wrote " + count + (count == 1 ? " graph" : " graphs") + " of " + family + " to " + out);
        return 0;
    }
}
