package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found, as one table that other pages can show: {@code results.json} of an experiment and the files of
 * {@code docs/results}.
 *
 * @param command what to type for it
 * @param versions which software, where it is kept
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TableFile(
        String title,
        String command,
        String caption,
        @Nullable Versions versions,
        List<String> header,
        List<List<String>> rows) {

    /** By this software. */
    public static TableFile of(
            String title, String command, String caption, List<String> header, List<List<String>> rows) {
        return new TableFile(title, command, caption, Versions.current(), header, rows);
    }

    /** A chapter of a page. */
    public String markdown() {
        return "\n## " + title + "\n\n`" + command + "`; " + caption + ".\n\n" + markdown(header, rows);
    }

    /** A table alone. */
    public static String markdown(List<String> header, List<List<String>> rows) {
        StringBuilder text = new StringBuilder(line(header) + "|---".repeat(header.size()) + "|\n");
        rows.forEach(row -> text.append(line(row)));
        return text.toString();
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
