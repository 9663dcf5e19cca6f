package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.Catalogue;
import io.github.dnfs4j.experiment.Console;
import io.github.dnfs4j.experiment.Experiment;
import io.github.dnfs4j.experiment.GraphExperiment;
import io.github.dnfs4j.experiment.GraphReproduction;
import io.github.dnfs4j.experiment.Reproduction;
import io.github.dnfs4j.experiment.RunFolders;
import io.github.dnfs4j.torch.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dnfs reproduce}. */
@Command(
        name = "reproduce",
        description = "Runs an experiment; one that was interrupted goes on where it stopped.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false)
final class ReproduceCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            description = "Name of an experiment, or a file that ends in .yaml.")
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

    @Option(names = "--list", description = "List the experiments.")
    boolean list;

    private final Console console;

    ReproduceCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (list) {
            for (Experiment experiment : Catalogue.all()) {
                console.out().printf(Locale.ROOT, "%-24s%s%n", experiment.name(), experiment.title());
            }
            for (String table : GraphExperiment.NAMES) {
                String title = GraphExperiment.find(table).orElseThrow().title();
                console.out().printf(Locale.ROOT, "%-24s%s%n", table, title);
            }
            console.out().flush();
            return 0;
        }
        if (name == null) {
            throw new IllegalArgumentException("name an experiment, or list them with --list");
        }
        Optional<GraphExperiment> table = GraphExperiment.find(name);
        return table.isPresent() ? run(table.get()) : run(Catalogue.find(name));
    }

    private int run(GraphExperiment table) throws IOException {
        table.settings(budget); // says what is wrong with it before anything is written
        return ended(new GraphReproduction(console, table, budget, folder(table.name())).run(Device.parse("auto")));
    }

    private int run(Experiment experiment) throws IOException {
        experiment.settings(budget, Defaults.ising()); // says what is wrong with it before anything is written
        return ended(new Reproduction(console, experiment, budget, folder(experiment.name())).run(Defaults.ising()));
    }

    private Path folder(String of) {
        if (out == null) {
            out = RunFolders.fresh(Path.of("runs"), of + "-" + budget, LocalDateTime.now(ZoneId.systemDefault()));
        }
        return out;
    }

    private int ended(int code) {
        if (code != 0) {
            console.say("stopped. Continue with: " + Console.command() + " reproduce " + name + " --budget " + budget
                    + " --out " + out);
        }
        return code;
    }
}
