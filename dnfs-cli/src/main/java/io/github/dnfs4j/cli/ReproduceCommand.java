package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.graphs.GraphExperiment;
import io.github.dnfs4j.experiment.graphs.GraphReproduction;
import io.github.dnfs4j.experiment.plan.Catalogue;
import io.github.dnfs4j.experiment.plan.CatalogueEntry;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.plan.ExperimentList;
import io.github.dnfs4j.experiment.reproduce.Reproduction;
import io.github.dnfs4j.experiment.result.RunFolders;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.torch.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dnfs reproduce}. */
@Command(name = "reproduce", description = "Runs an experiment; one that was interrupted goes on where it stopped.")
final class ReproduceCommand extends ConsoleCommand {
    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            description = "Name of an experiment, a file that ends in .yaml, or all.")
    @Nullable
    String name;

    @Option(names = "--budget", description = "quick, standard or paper (default: ${DEFAULT-VALUE}).")
    String budget = "quick";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of the runs, new or of the same experiment (default: runs/NAME-BUDGET-TIME).")
    @Nullable
    Path out;

    @Option(
            names = "--only",
            paramLabel = "K",
            description = "Do the K-th training alone, as one of several jobs; without it, what is missing is done and"
                    + " all of them tabled.")
    @Nullable
    Integer only;

    @Option(names = "--list", description = "List the experiments.")
    boolean list;

    private static final int SIGNALLED = 128;

    ReproduceCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        if (list) {
            console.out().print(ExperimentList.text(Catalogue.entries()));
            console.out().flush();
            return 0;
        }
        if (name == null) {
            throw new IllegalArgumentException("name an experiment, or list them with --list");
        }
        if (only != null && out == null) {
            throw new IllegalArgumentException("--only needs --out, the folder where all trainings come together");
        }
        boolean all = name.equals("all"); // which is the name of none
        Optional<GraphExperiment> table = all ? Optional.empty() : GraphExperiment.find(name);
        if (only != null && (all || table.isPresent())) {
            throw new IllegalArgumentException("--only does not go with " + name + ", which is no list of trainings");
        }
        if (all) {
            return all();
        }
        return table.isPresent() ? run(table.get()) : run(Catalogue.find(name));
    }

    private int run(GraphExperiment table) throws IOException {
        table.settings(budget); // says what is wrong with it before anything is written
        Path folder = folder(table.name());
        return ended(new GraphReproduction(console, table, budget, folder).run(Device.parse("auto")), folder);
    }

    private int run(Experiment experiment) throws IOException {
        experiment.settings(budget, Defaults.ising()); // says what is wrong with it before anything is written
        Path folder = folder(experiment.name());
        Reproduction reproduction = new Reproduction(console, experiment, budget, folder);
        int code = only == null ? reproduction.run(Defaults.ising()) : reproduction.only(only, Defaults.ising());
        return ended(code, folder);
    }

    private int all() throws IOException {
        List<CatalogueEntry> experiments = Catalogue.entries().stream()
                .filter(e -> e.budgets().contains(budget))
                .toList();
        if (experiments.isEmpty()) {
            throw new IllegalArgumentException("no experiment has a budget '" + budget + "'");
        }
        Path folder = folder("all");
        ReproduceAll.Runner runner =
                (to, one, at, into) -> Main.run(to, "reproduce", one, "--budget", at, "--out", into.toString());
        int code = new ReproduceAll(console, runner, budget, folder).run(experiments);
        return ended(code, folder);
    }

    private Path folder(String experiment) {
        return out != null ? out : RunFolders.fresh(experiment + "-" + budget);
    }

    private int ended(int code, Path folder) {
        if (code != 0) {
            console.say((code >= SIGNALLED ? "stopped. Continue" : "Try again") + " with: " + Console.command()
                    + " reproduce " + Console.word(String.valueOf(name)) + " --budget " + budget + " --out "
                    + Console.word(folder.toString()));
        }
        return code;
    }
}
