package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.cluster.Children;
import io.github.dnfs4j.experiment.cluster.Launch;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.torch.Gloo;
import io.github.dnfs4j.torch.Meeting;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Torch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Work of several processes: those started here, or those that some launcher has started. */
final class ProcessesOption {
    private static final String NAME = "--processes";

    @Option(
            names = NAME,
            paramLabel = "N",
            description = "Work in this many processes of this machine, one a card on CUDA. Other launchers set RANK,"
                    + " WORLD_SIZE, MASTER_ADDR and MASTER_PORT: docs/cluster.md.")
    @Nullable
    Integer processes;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** What all ranks do. */
    @FunctionalInterface
    interface Work {
        int by(Ranks ranks, Console console) throws IOException;
    }

    /** Does it alone or with others; those that are not the first say nothing but why they fail. */
    int run(Console console, Work work) throws IOException {
        Checks.positive(NAME, processes);
        Consumer<String> say = what -> console.say("dnfs: " + what);
        Consumer<String> end = why -> {
            say.accept(why);
            Runtime.getRuntime().halt(1);
        };
        Optional<Meeting> meeting = Launch.of(System.getenv());
        if (meeting.isPresent()) {
            if (processes != null) {
                throw new IllegalArgumentException(NAME + " starts processes, and RANK says that this is one already");
            }
            return run(Gloo.join(meeting.get(), say, end), console, work);
        }
        if (processes == null || processes == 1) {
            return work.by(Ranks.ALONE, console);
        }
        List<String> line = spec.root().commandLine().getParseResult().originalArgs();
        Children.Joined all = Children.start(processes, Main.class.getName(), Children.arguments(line, NAME), say, end);
        try (Children children = all.children()) {
            return run(all.ranks(), console, work);
        }
    }

    /** Refuses settings of the first rank that are not those of the command line of this one. */
    static <T extends Record> void checkAsked(T given, T asked) {
        Optional<String> other = SettingsFile.difference(given, asked);
        if (other.isPresent()) {
            throw new IllegalArgumentException(
                    "its command line is another than that of rank 0, which has " + other.get());
        }
    }

    /** Refuses to work along with a first rank that was asked for something else. */
    static void agree(Ranks ranks, Object... asked) {
        byte[] own = Arrays.toString(asked).getBytes(StandardCharsets.UTF_8);
        if (!Arrays.equals(ranks.share(own), own)) {
            throw new IllegalArgumentException("its command line or model is another than that of rank 0");
        }
    }

    private static int run(Ranks ranks, Console console, Work work) throws IOException {
        try (ranks) {
            try {
                return work.by(ranks, ranks.first() ? console : Console.silent());
            } catch (IOException | RuntimeException | Error e) {
                ranks.fail(Torch.firstLine(e)); // before it leaves
                throw e;
            }
        }
    }
}
