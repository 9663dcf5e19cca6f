package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.ebm.EbmRecord;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.terminal.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dnfs ebm record}. */
@Command(
        name = "record",
        description = "Writes what finished runs reached into one table beside the paper's, for docs/results/.")
final class EbmRecordCommand extends ConsoleCommand {
    @Parameters(
            paramLabel = "DIR",
            arity = "1..*",
            description = "Run folders of dnfs ebm train; their config.yaml and result.json are enough.")
    @SuppressWarnings("NullAway.Init")
    List<Path> runs;

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "JSON file, which must be new.")
    @SuppressWarnings("NullAway.Init")
    Path out;

    EbmRecordCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Checks.fresh(out);
        Json.write(out, EbmRecord.of(runs));
        console.say("wrote " + out);
        return 0;
    }
}
