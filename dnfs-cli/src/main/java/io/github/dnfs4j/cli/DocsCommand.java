package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.reproduce.ResultsPage;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.io.durable.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code dnfs docs}. */
@Command(
        name = "docs",
        hidden = true,
        description = "Writes the parts of docs/ that come from the program and from result files.")
final class DocsCommand extends ConsoleCommand {
    @Option(names = "--root", paramLabel = "DIR", description = "The source tree (default: the launcher's).")
    Path root = Path.of(System.getProperty("dnfs.home", "."));

    @Option(names = "--check", description = "Write nothing; fail if a file is out of date.")
    boolean check;

    DocsCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Path docs = root.resolve("docs");
        if (!Files.isDirectory(docs)) {
            throw new NoSuchFileException(docs.toString(), null, "no such folder; name the source tree with --root");
        }
        Map<Path, String> wanted = new LinkedHashMap<>();
        wanted.put(docs.resolve("commands.md"), CommandReference.markdown(Main.commandLine(console)));
        Path results = docs.resolve("results.md");
        wanted.put(results, ResultsPage.ofModels(results, root.resolve("models")));
        Path record = docs.resolve("results").resolve("record.md");
        wanted.put(record, ResultsPage.ofExperiments(record, docs.resolve("results")));
        Path paper = docs.resolve("results").resolve("paper.md");
        if (Files.exists(paper)) {
            wanted.put(paper, ResultsPage.withTables(paper));
        }
        int old = 0;
        for (Map.Entry<Path, String> e : wanted.entrySet()) {
            Path file = e.getKey();
            if (Files.exists(file) && Files.readString(file).equals(e.getValue())) {
                continue;
            }
            old++;
            if (check) {
                console.say("dnfs: " + file + " is out of date; dnfs docs writes it");
            } else {
                AtomicFile.write(file, e.getValue().getBytes(StandardCharsets.UTF_8));
                console.say("wrote " + file);
            }
        }
        return check && old > 0 ? 1 : 0;
    }
}
