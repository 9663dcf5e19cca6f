package io.github.dnfs4j.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Every command with its arguments and options, as Markdown: what the help texts say. */
final class CommandReference {
    private static final List<String> EVERYWHERE = List.of("--help", "--version");

    private CommandReference() {}

    static String markdown(CommandLine root) {
        List<CommandSpec> commands = new ArrayList<>();
        collect(root, commands);
        StringBuilder text = new StringBuilder("# Commands\n\n");
        text.append(
                "Made from the options of the program by `dnfs docs`; a test holds it up to date. Every command has\n");
        text.append("`--help` and `--version`. Exit codes: 0, 1 for a failure, 2 for wrong usage, 128 + a signal.\n\n");
        for (CommandSpec spec : commands) {
            String first = String.join(" ", spec.usageMessage().description());
            text.append("- [`")
                    .append(spec.qualifiedName())
                    .append("`](#")
                    .append(anchor(spec))
                    .append(") ");
            text.append(escaped(first)).append('\n');
        }
        commands.forEach(spec -> text.append(section(spec)));
        return text.append(Environment.markdown()).toString();
    }

    private static void collect(CommandLine command, List<CommandSpec> out) {
        for (CommandLine sub : command.getSubcommands().values()) {
            if (!sub.getCommandSpec().usageMessage().hidden()) {
                out.add(sub.getCommandSpec());
                collect(sub, out);
            }
        }
    }

    private static String anchor(CommandSpec spec) {
        return spec.qualifiedName().toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    private static String section(CommandSpec spec) {
        StringBuilder text = new StringBuilder();
        text.append("\n## ").append(spec.qualifiedName()).append("\n\n");
        text.append(escaped(String.join(" ", spec.usageMessage().description())))
                .append("\n");
        List<String> rows = new ArrayList<>();
        for (PositionalParamSpec p : spec.positionalParameters()) {
            rows.add(row("`" + p.paramLabel() + "`", p));
        }
        for (OptionSpec o : spec.options()) {
            if (!o.hidden() && !EVERYWHERE.contains(o.longestName())) {
                String label = o.arity().max() == 0 ? "" : " " + o.paramLabel();
                rows.add(row("`" + String.join("`, `", o.names()) + label + "`", o));
            }
        }
        if (!rows.isEmpty()) {
            text.append("\n| | |\n|---|---|\n");
            rows.forEach(text::append);
        }
        String footer = String.join(" ", spec.usageMessage().footer()).strip();
        if (!footer.isEmpty()) {
            text.append('\n').append(escaped(footer)).append('\n');
        }
        return text.toString();
    }

    private static String row(String name, ArgSpec arg) {
        String[] lines = Help.Ansi.OFF.string(String.join(" ", described(arg))).split("\n");
        return "| " + name.replace("|", "\\|") + " | " + escaped(String.join(" ", lines)) + " |\n";
    }

    /** The description with its variables replaced, as the help shows it. */
    @SuppressWarnings("deprecation") // the only public way to the text that the help renders
    private static String[] described(ArgSpec arg) {
        return arg.renderedDescription();
    }

    private static String escaped(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }
}
