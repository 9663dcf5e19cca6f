package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
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
    public Integer call() {
        console.out().print(AutoComplete.bash("dnfs", Main.commandLine(console)));
        return 0;
    }
}
