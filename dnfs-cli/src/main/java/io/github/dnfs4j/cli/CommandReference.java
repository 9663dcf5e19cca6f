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

/** Every command with its arguments and options, as Markdown and as a manual page: what the help texts say. */
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

    /** Every command for {@code man}: one page with a section for each. */
    static String roff(CommandLine root) {
        List<CommandSpec> commands = new ArrayList<>();
        collect(root, commands);
        StringBuilder text = new StringBuilder(".TH DNFS 1\n.SH NAME\ndnfs \\- ");
        text.append(plain(String.join(" ", root.getCommandSpec().usageMessage().description())));
        text.append("\n.SH SYNOPSIS\n.B dnfs\n.I COMMAND\n[options]\n.SH EXIT STATUS\n");
        text.append("0, 1 for a failure, 2 for wrong usage, 128 + a signal.\n.SH COMMANDS\n");
        for (CommandSpec spec : commands) {
            text.append(".SS ").append(plain(spec.qualifiedName())).append('\n');
            text.append(plain(String.join(" ", spec.usageMessage().description())))
                    .append('\n');
            spec.positionalParameters().forEach(p -> text.append(item(p.paramLabel(), p)));
            shown(spec).forEach(o -> text.append(item(String.join(", ", o.names()) + label(o), o)));
            String footer = String.join(" ", spec.usageMessage().footer()).strip();
            if (!footer.isEmpty()) {
                text.append(".PP\n").append(plain(footer)).append('\n');
            }
        }
        return text.append(".SH ENVIRONMENT\n").append(Environment.roff()).toString();
    }

    private static String item(String name, ArgSpec arg) {
        return ".TP\n.B " + plain(name) + "\n" + plain(described(arg)) + "\n";
    }

    /** As roff takes it for itself: no hyphen where a dash was typed, no command at the start of a line. */
    static String plain(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
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
        for (OptionSpec o : shown(spec)) {
            rows.add(row("`" + String.join("`, `", o.names()) + label(o) + "`", o));
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

    private static List<OptionSpec> shown(CommandSpec spec) {
        return spec.options().stream()
                .filter(o -> !o.hidden() && !EVERYWHERE.contains(o.longestName()))
                .toList();
    }

    private static String label(OptionSpec option) {
        return option.arity().max() == 0 ? "" : " " + option.paramLabel();
    }

    private static String row(String name, ArgSpec arg) {
        return "| " + name.replace("|", "\\|") + " | " + escaped(described(arg)) + " |\n";
    }

    /** The description with its variables replaced, as the help shows it. */
    @SuppressWarnings("deprecation") // the only public way to the text that the help renders
    private static String described(ArgSpec arg) {
        String text = Help.Ansi.OFF.string(String.join(" ", arg.renderedDescription()));
        return String.join(" ", text.split("\n"));
    }

    private static String escaped(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }
}
