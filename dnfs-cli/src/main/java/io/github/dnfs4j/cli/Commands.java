package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.gfn.GfnSettings;
import io.github.dnfs4j.infer.Inference;
import io.github.dnfs4j.target.GraphProblem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The commands in the order of the help. Picocli looks through a command's fields when it is made, and for all commands that
 * takes longer than most of them run: so the one that is named is made alone, and the list of all shows what their
 * annotations say.
 */
final class Commands {
    private record Entry(Class<?> type, Supplier<CommandLine> make) {
        Command annotation() {
            return Objects.requireNonNull(type.getAnnotation(Command.class));
        }

        /** Its line in the list, and nothing behind it. */
        CommandLine line() {
            CommandSpec spec = CommandSpec.create();
            spec.usageMessage()
                    .description(annotation().description())
                    .hidden(annotation().hidden());
            return new CommandLine(spec);
        }
    }

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Console console;

    Commands(Console console) {
        this.console = console;
        add(TrainCommand.class, () -> train(console));
        add(EvalCommand.class, () -> new CommandLine(new EvalCommand(console)));
        add(SampleCommand.class, () -> new CommandLine(new SampleCommand(console)));
        add(CurveCommand.class, () -> new CommandLine(new CurveCommand(console)));
        add(
                InferCommand.class,
                () -> new CommandLine(new InferCommand(console))
                        .setResourceBundle(Defaults.minutes(Inference.Settings.DEFAULT::minutes)));
        add(ModelsCommand.class, () -> new CommandLine(new ModelsCommand(console)));
        add(ExportCommand.class, () -> new CommandLine(new ExportCommand(console)));
        add(SolveCommand.class, () -> new CommandLine(new SolveCommand(console)));
        add(ServeCommand.class, () -> new CommandLine(new ServeCommand(console)));
        add(
                Group.OfGraphs.class,
                () -> new CommandLine(new Group.OfGraphs())
                        .addSubcommand(new GraphsCommand(console))
                        .addSubcommand(new GraphsEvaluateCommand(console)));
        add(InfoCommand.class, () -> new CommandLine(new InfoCommand(console)));
        add(CompareCommand.class, () -> new CommandLine(new CompareCommand(console)));
        add(
                GfnCommand.class,
                () -> new CommandLine(new GfnCommand(console))
                        .setResourceBundle(Defaults.minutes(GfnSettings.DEFAULT::minutes)));
        add(
                Group.OfEnergies.class,
                () -> new CommandLine(new Group.OfEnergies())
                        .addSubcommand(new CommandLine(new EbmTrainCommand(console))
                                .setResourceBundle(Defaults.minutes(EbmTrainCommand::minutes)))
                        .addSubcommand(new EbmEvalCommand(console))
                        .addSubcommand(new EbmSampleCommand(console))
                        .addSubcommand(new EbmScoreCommand(console))
                        .addSubcommand(new EbmRecordCommand(console))
                        .addSubcommand(new LearnIsingCommand(console)));
        add(Group.OfData.class, () -> new CommandLine(new Group.OfData()).addSubcommand(new DataCommand(console)));
        add(
                BenchCommand.class,
                () -> new CommandLine(new BenchCommand(console)).addSubcommand(new BenchSolveCommand(console)));
        add(ReproduceCommand.class, () -> new CommandLine(new ReproduceCommand(console)));
        add(CleanCommand.class, () -> new CommandLine(new CleanCommand(console)));
        add(CompletionCommand.class, () -> new CommandLine(new CompletionCommand(console)));
        add(ManCommand.class, () -> new CommandLine(new ManCommand(console)));
        add(DocsCommand.class, () -> new CommandLine(new DocsCommand(console)));
        add(RehearseCommand.class, () -> new CommandLine(new RehearseCommand(console)));
    }

    private void add(Class<?> type, Supplier<CommandLine> make) {
        Entry entry = new Entry(type, make);
        entries.put(entry.annotation().name(), entry);
    }

    private static CommandLine train(Console console) {
        CommandLine train = new CommandLine(new TrainCommand(console));
        for (TrainLatticeCommand.Model model :
                List.of(new TrainLatticeCommand.Ising(), new TrainLatticeCommand.Potts())) {
            train.addSubcommand(model.kind(), new TrainLatticeCommand(console, model));
        }
        train.addSubcommand("glass", new TrainGlassCommand(console));
        for (GraphProblem problem : List.of(GraphProblem.MIS, GraphProblem.MAXCUT)) {
            train.addSubcommand(
                    problem.toString(),
                    new CommandLine(new TrainGraphsCommand(console, problem))
                            .setResourceBundle(Defaults.graphs(problem)));
        }
        return train;
    }

    private static Optional<AddedCommand> added(String name) {
        return ServiceLoader.load(AddedCommand.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(command -> command.name().equals(name))
                .findFirst();
    }

    void addAll(CommandLine root) {
        entries.forEach((name, entry) -> root.addSubcommand(name, entry.make.get()));
    }

    /** What this command line can need: the command that it begins with, or the list where it asks for that. */
    void addFor(String[] args, CommandLine root) {
        Entry named = args.length == 0 ? null : entries.get(args[0]);
        if (named != null) {
            root.addSubcommand(args[0], named.make.get());
        } else if (args.length == 0 || (args.length == 1 && args[0].startsWith("-"))) {
            entries.forEach((name, entry) -> root.addSubcommand(name, entry.line()));
        } else {
            Optional<AddedCommand> added = added(args[0]);
            if (added.isPresent()) {
                root.addSubcommand(args[0], added.get().make(console));
            } else {
                addAll(root);
            }
        }
    }
}
