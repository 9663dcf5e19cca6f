package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Nearest;
import io.github.dnfs4j.torch.Torch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * What went wrong, in a line: exit code 2 where the command was used wrongly, 1 for everything else. The stack trace
 * comes with {@code DNFS_DEBUG=1} only.
 */
public record Failure(String line, int code, Throwable cause) {
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    /** So many names are read at once. */
    private static final int AT_A_GLANCE = 6;
    /** What libtorch says on a CPU, with the bytes, and on a GPU. */
    private static final Pattern NO_MEMORY = Pattern.compile(
            "can't allocate memory: you tried to allocate (\\d+) bytes|CUDA out of memory\\. Tried to allocate ([\\d.]+ \\w+)");

    /** What picocli makes of a path that is none. */
    private static final Pattern NO_PATH = Pattern.compile("'([^']*)' to interface java\\.nio\\.file\\.Path"
            + " \\(java\\.nio\\.file\\.InvalidPathException: ([^:]*)");

    /** What is said of a name that is none of a few. */
    private static final Pattern UNKNOWN = Pattern.compile("(unknown [^']*'([^']*)'[^';]*)(; possible: (.*))");

    private static final Pattern TEMPORARY = Pattern.compile("\\.([^/\\\\]+)\\.tmp-[^/\\\\]*");

    static Failure ofUsage(ParameterException e) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        String message = Torch.firstLine(e).replaceFirst("^Error: ", "").replace("option option", "option");
        Matcher path = NO_PATH.matcher(message);
        if (path.find()) {
            return new Failure(path(path.group(1), path.group(2)), USAGE, e);
        }
        if (e instanceof UnmatchedArgumentException unmatched) {
            String word = unmatched.getUnmatched().get(0);
            CommandSpec spec = e.getCommandLine().getCommandSpec();
            if (unmatched.isUnknownOption()) {
                message += Nearest.question(
                        word.replaceFirst("=.*", ""), spec.optionsMap().keySet());
            } else {
                message = "unknown command or argument '" + word + "'"
                        + Nearest.question(word, spec.subcommands().keySet());
            }
        }
        return new Failure(uncapitalised(message) + " (see " + command + " --help)", USAGE, e);
    }

    public static Failure of(Throwable e) {
        if (e instanceof ParameterException usage) {
            return ofUsage(usage);
        }
        if (e instanceof UncheckedIOException unchecked) {
            return of(Objects.requireNonNull(unchecked.getCause()));
        }
        if (e instanceof InvalidPathException path) {
            return new Failure(path(path.getInput(), path.getReason()), USAGE, e);
        }
        if (e instanceof IllegalArgumentException) {
            return new Failure(nearest(Torch.firstLine(e)), USAGE, e);
        }
        if (e instanceof FileSystemException file) {
            return new Failure(place(file) + reason(file), FAILED, e);
        }
        if (e instanceof OutOfMemoryError) {
            return new Failure("out of memory: " + Torch.firstLine(e) + "; " + memoryAdvice(e), FAILED, e);
        }
        Matcher tensor = NO_MEMORY.matcher(String.valueOf(e.getMessage()));
        if (tensor.find()) {
            String wanted = tensor.group(1) == null
                    ? tensor.group(2)
                    : String.format(Locale.ROOT, "%.1f GB", Double.parseDouble(tensor.group(1)) / 1e9);
            return new Failure(
                    "out of memory: " + wanted + " more were needed at once; a smaller batch may help", FAILED, e);
        }
        if (e instanceof IOException) {
            return new Failure(uncapitalised(Torch.firstLine(e)), FAILED, e);
        }
        if (e instanceof LinkageError) {
            return new Failure("the native libraries cannot be loaded: " + Torch.firstLine(e), FAILED, e);
        }
        return new Failure(Torch.firstLine(e), FAILED, e);
    }

    /** The line with the name that was meant, where the list of those that there are is too long to see it there. */
    private static String nearest(String line) {
        Matcher unknown = UNKNOWN.matcher(line);
        if (!unknown.find()) {
            return line;
        }
        List<String> names = List.of(unknown.group(4).split(", ", -1));
        return names.size() <= AT_A_GLANCE
                ? line
                : line.substring(0, unknown.end(1))
                        + Nearest.question(unknown.group(2), names)
                        + line.substring(unknown.start(3));
    }

    /** A letter that Java, told of no locale, cannot pass on to the system; or one that no file name has. */
    private static String path(String path, String reason) {
        return "the path '" + path + "' cannot be named here: "
                + (reason.startsWith("Malformed") ? "set LC_ALL=C.UTF-8" : uncapitalised(reason));
    }

    int report(Console console) {
        console.say("dnfs: " + line);
        if ("1".equals(System.getenv("DNFS_DEBUG"))) {
            cause.printStackTrace(console.err());
        }
        return code;
    }

    /** The file as its owner knows it, not the temporary name it is written under. */
    private static String place(FileSystemException e) {
        return e.getFile() == null ? "" : TEMPORARY.matcher(e.getFile()).replaceAll("$1") + ": ";
    }

    private static String reason(FileSystemException e) {
        if (e.getReason() != null) {
            return uncapitalised(e.getReason());
        }
        if (e instanceof NoSuchFileException) {
            return "no such file";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "already exists";
        }
        return e instanceof NotDirectoryException ? "not a folder" : "cannot be read or written";
    }

    private static String memoryAdvice(Throwable e) {
        return String.valueOf(e.getMessage()).contains("heap")
                ? "a larger DNFS_HEAP may help"
                : "a smaller batch may help";
    }

    private static String uncapitalised(String text) {
        boolean sentence = text.length() > 1 && Character.isLowerCase(text.charAt(1));
        return sentence ? text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1) : text;
    }
}
