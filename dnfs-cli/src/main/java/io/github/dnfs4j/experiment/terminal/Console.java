package io.github.dnfs4j.experiment.terminal;

import io.github.dnfs4j.report.FiguresUnavailableException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * Where a run talks: results to {@code out}, which others may read, and everything said on the way to {@code err}.
 *
 * @param terminal whether {@code err} is a terminal, on which a line can be drawn over
 * @param toldOfFigures whether it was said that there are no figures
 */
public record Console(PrintStream out, PrintStream err, boolean terminal, AtomicBoolean toldOfFigures) {
    static final Path STDOUT = Path.of("/proc/self/fd/1");
    private static final Path STDERR = Path.of("/proc/self/fd/2");

    public Console(PrintStream out, PrintStream err, boolean terminal) {
        this(out, err, terminal, new AtomicBoolean());
    }

    /** The console of this process. */
    public static Console system() {
        return new Console(System.out, System.err, isTerminal(STDERR));
    }

    /** This one without what a terminal would obey in names that come from files, see {@link PlainText}. */
    public Console plain() {
        return new Console(PlainText.over(out, false), PlainText.over(err, true), terminal, toldOfFigures);
    }

    /** This one for who does not wait: nothing is said on the way. */
    public Console quiet() {
        return new Console(out, nowhere(), false);
    }

    /** One that nobody hears. */
    public static Console silent() {
        return new Console(nowhere(), nowhere(), false);
    }

    private static PrintStream nowhere() {
        return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }

    /** One line for who waits. */
    public void say(String line) {
        err.println(line);
        err.flush();
    }

    /** A line of a terminal in place of the one before, of which {@code before} letters are seen; how many are seen now. */
    public int draw(String line, int before) {
        String shown = line.substring(0, Math.min(line.length(), TerminalWidth.columns() - 1));
        err.print("\r" + shown + " ".repeat(Math.max(0, before - shown.length())) + (shown.isEmpty() ? "\r" : ""));
        err.flush();
        return shown.length();
    }

    /** Says what is to be said of results: a warning, or why they cannot be true, which makes the exit code 1. */
    public int warn(Optional<String> warning, Optional<String> impossible) {
        impossible.or(() -> warning).ifPresent(line -> say("dnfs: " + line));
        return impossible.isPresent() ? 1 : 0;
    }

    /** What was drawn; that nothing can be is said once, however many figures there would have been. */
    public <T> Optional<T> drawn(Drawing<T> drawing) throws IOException {
        try {
            return Optional.of(drawing.draw());
        } catch (FiguresUnavailableException e) {
            if (!toldOfFigures.getAndSet(true)) {
                say("dnfs: " + e.getMessage());
            }
            return Optional.empty();
        }
    }

    /** Writes files of figures, with {@link FiguresUnavailableException} where Java cannot. */
    @FunctionalInterface
    public interface Drawing<T> {
        T draw() throws IOException;
    }

    /** Java only knows about stdin and stdout together; Linux can be asked about each. */
    @SuppressWarnings("SystemConsoleNull") // from Java 22 on never null: elsewhere than on Linux, a bar in a log
    static boolean isTerminal(Path stream) {
        try {
            String target = Files.readSymbolicLink(stream).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException noSuchSystem) {
            return System.console() != null;
        }
    }

    /** Whether a program reads the standard output; where the system does not tell, none does. */
    public static boolean outIsPipe() {
        try {
            return Files.readSymbolicLink(STDOUT).toString().startsWith("pipe:");
        } catch (IOException | UnsupportedOperationException noSuchSystem) {
            return false;
        }
    }

    /** A word of a command as a shell reads it back, in quotes where it must be. */
    public static String word(String text) {
        return text.matches("[\\w./:=,+@%-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    /** A whole command of {@code dnfs}, of the words it was given. */
    public static String typed(List<String> words) {
        return "dnfs " + words.stream().map(Console::word).collect(Collectors.joining(" "));
    }

    /** Files in a sentence. */
    public static String list(List<Path> files) {
        return files.stream().map(Path::toString).collect(Collectors.joining(" and "));
    }

    /** The command as its user typed it, for messages that name the next one. */
    public static String command() {
        return System.getProperty("dnfs.command", "dnfs");
    }
}
