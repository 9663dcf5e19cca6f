package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.StopSignal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code dnfs} command. */
@Command(
        name = "dnfs",
        description = "Learns to sample from unnormalised discrete distributions.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footer = {
            "",
            "Begin with: dnfs train ising",
            "See dnfs help COMMAND, or dnfs COMMAND --help, for the options of a command."
        })
public final class Main implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private Main() {}

    public static void main(String[] args) {
        boolean solves = args.length > 0 && args[0].equals("solve");
        if (solves) {
            StopSignal.early(); // who stops it before it has begun gets an answer as well
        }
        if (!System.getProperty("os.name", "").startsWith("Windows")) {
            // Java follows the locale, which containers leave unset while their terminals speak UTF-8.
            System.setOut(utf8(FileDescriptor.out));
            System.setErr(utf8(FileDescriptor.err));
        }
        // What the library has to tell, such as of a damaged checkpoint, is one line, as all else.
        System.setProperty("java.util.logging.SimpleFormatter.format", "dnfs: %5$s%n");
        if (!solves) {
            StopSignal.endWith(Console.system(), "stopped before the end");
        }
        int code = run(Console.system(), args);
        if (System.out.checkError() && code == 0) {
            if (!Console.outIsPipe()) { // whose reader has seen enough, such as head
                System.err.println("dnfs: the standard output could not be written");
            }
            code = 1;
        }
        System.exit(code);
    }

    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    /** Runs a command line and returns its exit code: 0, 1 for a failure, 2 for wrong usage, 128 + a signal. */
    public static int run(Console console, String... args) {
        Console plain = console.plain();
        try {
            String[] line = withoutHelp(args);
            return commandLine(plain, root -> new Commands(plain).addFor(line, root))
                    .execute(line);
        } catch (Throwable e) {
            return Failure.of(e).report(plain);
        } finally {
            plain.out().flush();
        }
    }

    /** {@code help COMMAND} is another way to say {@code COMMAND --help}. */
    private static String[] withoutHelp(String[] args) {
        if (args.length == 0 || !args[0].equals("help")) {
            return args;
        }
        String[] line = Arrays.copyOfRange(args, 1, args.length + 1);
        line[args.length - 1] = "--help";
        return line;
    }

    /** With every command. */
    static CommandLine commandLine(Console console) {
        return commandLine(console, new Commands(console)::addAll);
    }

    private static CommandLine commandLine(Console console, Consumer<CommandLine> commands) {
        CommandLine root = new CommandLine(new Main()).setResourceBundle(Defaults.lattices());
        commands.accept(root);
        return root.setOut(new PrintWriter(new OutputStreamWriter(console.out(), StandardCharsets.UTF_8), true))
                .setErr(new PrintWriter(new OutputStreamWriter(console.err(), StandardCharsets.UTF_8), true))
                .setUsageHelpAutoWidth(true)
                .setExpandAtFiles(false) // or a file of others named @x would say options: all names are names
                .setExecutionStrategy(Main::execute)
                .setParameterExceptionHandler((e, ignored) -> Failure.ofUsage(e).report(console))
                .setExecutionExceptionHandler(
                        (e, ignored, parsed) -> Failure.of(e).report(console));
    }

    /** Picocli forgives whatever stands beside {@code --help}; a word that is no command is told of all the same. */
    private static int execute(ParseResult parsed) {
        for (ParseResult command = parsed; ; command = command.subcommand()) {
            List<String> words = command.unmatched().stream()
                    .filter(word -> !word.startsWith("-"))
                    .toList();
            if (!words.isEmpty()) {
                throw new UnmatchedArgumentException(command.commandSpec().commandLine(), words);
            }
            if (!command.hasSubcommand()) {
                return new RunLast().execute(parsed);
            }
        }
    }

    /** Without a command: the help. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
