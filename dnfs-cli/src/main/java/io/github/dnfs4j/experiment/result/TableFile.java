package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.dnfs4j.torch.Device;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found, as one table that other pages can show: {@code results.json} of an experiment and the files of
 * {@code docs/results}.
 *
 * @param command what to type for it
 * @param made when and on what, where it is kept
 * @param versions which software, where it is kept
 * @param values the numbers behind the rows, one for each seed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TableFile(
        String title,
        String command,
        String caption,
        @Nullable Made made,
        @Nullable Versions versions,
        List<String> header,
        List<List<String>> rows,
        @Nullable List<Value> values) {

    /**
     * When and on what.
     *
     * @param date of the last run of the command, UTC
     * @param device cpu or cuda
     * @param cores that Java saw
     */
    public record Made(String date, String device, int cores) {
        /** Now, with the networks on a device. */
        public static Made now(Device device) {
            return new Made(
                    LocalDate.now(ZoneOffset.UTC).toString(),
                    device.toString(),
                    Runtime.getRuntime().availableProcessors());
        }

        String text() {
            return date + ", " + device + (device.equals("cpu") ? ", a machine of " + cores + " cores" : "");
        }
    }

    /**
     * A number of one seed.
     *
     * @param standardError null where it is unknown
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Value(
            String row,
            String column,
            long seed,
            double value,
            @Nullable Double standardError) {
        public static Value of(String row, String column, long seed, double value, double standardError) {
            return new Value(row, column, seed, value, Double.isFinite(standardError) ? standardError : null);
        }
    }

    /** By this software, now. */
    public static TableFile of(
            String title,
            String command,
            String caption,
            Device device,
            List<String> header,
            List<List<String>> rows,
            List<Value> values) {
        return new TableFile(
                title, command, caption, Made.now(device), Versions.current(), header, rows, List.copyOf(values));
    }

    /** A chapter of a page. */
    public String markdown() {
        return "\n## " + title + "\n" + body();
    }

    /** The command, what to know of the numbers, and the table. */
    public String body() {
        String when = made == null ? "" : " Made " + made.text() + ".";
        return "\n`" + command + "`; " + caption + "." + when + "\n\n" + markdown(header, rows);
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
