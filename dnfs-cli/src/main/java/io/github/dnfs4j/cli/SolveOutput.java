package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.solve.Answer;
import io.github.dnfs4j.experiment.solve.AnswerJson;
import io.github.dnfs4j.experiment.solve.AnswerText;
import io.github.dnfs4j.io.durable.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** In which form an answer goes where. */
final class SolveOutput {
    @Option(
            names = "--json",
            description = "Print one JSON object a file and nothing else, see docs/schema/solve.json.")
    boolean json;

    @Option(
            names = "--json-format",
            paramLabel = "NAME",
            description =
                    "dnfs, or dimod for a SampleSet that its from_serializable reads (default: ${DEFAULT-VALUE}).")
    String jsonFormat = "dnfs";

    @Option(
            names = "--stream",
            description = "Print every improvement as a JSON object at once; the last is the answer.")
    boolean stream;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "Write the solution to a new file: the JSON object if it ends in .json, else what is selected, a"
                            + " label a line, or names and values for lp and mps. For several files a folder, of NAME.sol.")
    @Nullable
    Path out;

    /** Says what is wrong before the time is spent. */
    void check(boolean several) throws IOException {
        if (!jsonFormat.matches("dnfs|dimod")) {
            throw new IllegalArgumentException("--json-format must be dnfs or dimod, not '" + jsonFormat + "'");
        }
        if (out == null) {
            return;
        }
        if (!several) {
            Checks.fresh(out);
        } else if (Files.exists(out) && !Files.isDirectory(out)) {
            throw new NotDirectoryException(out.toString());
        } else {
            Files.createDirectories(out);
        }
    }

    /** Whether nothing but JSON is printed. */
    boolean machine() {
        return json || stream || jsonFormat.equals("dimod");
    }

    String json(Answer answer) throws IOException {
        return jsonFormat.equals("dimod") ? AnswerJson.sampleSet(answer) : AnswerJson.text(answer);
    }

    void write(Answer answer, boolean several) throws IOException {
        if (out == null) {
            return;
        }
        Path file = several ? out.resolve(answer.instance().file().getFileName() + ".sol") : out;
        Checks.fresh(file);
        boolean asJson = file.toString().toLowerCase(Locale.ROOT).endsWith(".json");
        String text = asJson ? json(answer) + "\n" : AnswerText.solution(answer);
        AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
