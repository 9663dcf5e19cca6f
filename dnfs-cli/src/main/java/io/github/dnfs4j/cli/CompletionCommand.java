package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.plan.Catalogue;
import io.github.dnfs4j.experiment.result.Models;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.settings.NetworkSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Parameters;

/** {@code dnfs completion}. */
@Command(
        name = "completion",
        description = "Prints what makes a shell complete commands and options.",
        footer = {
            "",
            "For a session: source <(dnfs completion bash), or zsh. For good: add that line to ~/.bashrc or ~/.zshrc."
        })
final class CompletionCommand extends ConsoleCommand {
    private static final String[] PROBLEMS = {"mis", "maxcut", "clique", "vertex-cover", "qubo"};

    enum Shell {
        bash,
        zsh
    }

    // One script serves both: under zsh it loads bashcompinit first.
    @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
    @SuppressWarnings("NullAway.Init")
    Shell shell;

    CompletionCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        CommandLine root = Main.commandLine(console);
        List<String> models =
                Models.all().stream().map(m -> String.valueOf(m.getFileName())).toList();
        name(root, arg -> arg.paramLabel().equals("DIR|NAME"), models);
        name(root, arg -> arg.paramLabel().equals("PROBLEM"), List.of(PROBLEMS));
        name(root, arg -> arg instanceof OptionSpec o && o.longestName().equals("--network"), NetworkSettings.KINDS);
        List<String> experiments = new ArrayList<>(List.of("all"));
        Catalogue.entries().forEach(e -> experiments.add(e.name()));
        name(Objects.requireNonNull(root.getSubcommands().get("reproduce")), ArgSpec::isPositional, experiments);
        console.out().print(AutoComplete.bash("dnfs", root));
        return 0;
    }

    /** Gives arguments of a command, and of those below it, the names they can have; files are offered where none fits. */
    private static void name(CommandLine command, Predicate<ArgSpec> which, List<String> names) {
        CommandSpec spec = command.getCommandSpec();
        for (ArgSpec arg : spec.args().stream().filter(which).toList()) {
            spec.remove(arg);
            if (arg instanceof OptionSpec option) {
                spec.addOption(
                        OptionSpec.builder(option).completionCandidates(names).build());
            } else {
                spec.addPositional(PositionalParamSpec.builder((PositionalParamSpec) arg)
                        .completionCandidates(names)
                        .build());
            }
        }
        command.getSubcommands().values().forEach(below -> name(below, which, names));
    }
}
