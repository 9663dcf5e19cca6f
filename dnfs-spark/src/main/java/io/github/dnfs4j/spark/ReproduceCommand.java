package io.github.dnfs4j.spark;

import io.github.dnfs4j.cli.Checks;
import io.github.dnfs4j.cli.ConsoleCommand;
import io.github.dnfs4j.cli.Main;
import io.github.dnfs4j.experiment.plan.Catalogue;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.TargetSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dnfs spark reproduce}. */
@Command(
        name = "reproduce",
        description = "Runs an experiment, each training as a task; then makes its tables here. What is finished is not"
                + " repeated.")
final class ReproduceCommand extends ConsoleCommand {
    @Parameters(paramLabel = "NAME", description = "Name of an experiment, or a file that ends in .yaml.")
    @SuppressWarnings("NullAway.Init")
    String name;

    @Option(names = "--budget", description = "quick, standard or paper (default: ${DEFAULT-VALUE}).")
    String budget = "quick";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            required = true,
            description = "Folder of the runs, new or of the same experiment, which every executor can write.")
    @SuppressWarnings("NullAway.Init")
    Path out;

    @Option(names = "--threads", description = "Of each training, and the cores it takes (default: ${DEFAULT-VALUE}).")
    int threads = 1;

    @Mixin
    ClusterOptions cluster = new ClusterOptions();

    ReproduceCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Checks.positive("--threads", threads);
        Experiment experiment = Catalogue.find(name);
        int trainings = experiment
                .settings(budget, RunSettings.defaults(TargetSettings.defaults("ising")))
                .size();
        if (trainings == 0) {
            throw new IllegalArgumentException(name + " has no trainings that could be done apart; see dnfs reproduce");
        }
        String folder = out.toAbsolutePath().toString();
        String source = name.endsWith(".yaml") ? Path.of(name).toAbsolutePath().toString() : name;
        String size = budget;
        int code = cluster.run(console, "reproduce", threads, spark -> {
            JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
            List<Integer> numbers = IntStream.rangeClosed(1, trainings).boxed().toList();
            context.parallelize(numbers, trainings).foreach(k -> {
                Companion.Ended ended = Companion.run(
                        List.of("reproduce", source, "--budget", size, "--out", folder, "--only", k.toString()),
                        Map.of());
                if (ended.code() != 0) {
                    throw new IOException(ended.line());
                }
            });
            return 0;
        });
        return code == 0 ? Main.run(console, "reproduce", name, "--budget", budget, "--out", folder) : code;
    }
}
