package io.github.dnfs4j.spark;

import io.github.dnfs4j.cli.Checks;
import io.github.dnfs4j.cli.ConsoleCommand;
import io.github.dnfs4j.cli.ProblemOptions;
import io.github.dnfs4j.experiment.solve.AnswerText;
import io.github.dnfs4j.experiment.solve.Instance;
import io.github.dnfs4j.experiment.solve.Wishes;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dnfs spark solve}. */
@Command(
        name = "solve",
        description = "Solves many files, each as a task of its own; what is wrong with one is said in its row.")
final class SolveCommand extends ConsoleCommand {
    @Mixin
    ProblemOptions problem = new ProblemOptions();

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE",
            description = "Files, folders and patterns such as 'graphs/*.col', of this machine or of a file system that"
                    + " Spark knows; every executor must reach them there.")
    @SuppressWarnings("NullAway.Init")
    List<String> files;

    @Option(names = "--seconds", description = "How long to search each file (default: 5; 60 with --exact).")
    @Nullable
    Double seconds;

    @Option(names = "--exact", description = "Spend the time on a proof that nothing is better.")
    boolean exact;

    @Option(names = "--threads", description = "Of each task, and the cores it takes (default: ${DEFAULT-VALUE}).")
    int threads = 1;

    @Option(names = "--seed", description = "Of the searches (default: ${DEFAULT-VALUE}).")
    long seed = 1;

    @Option(names = "--out", paramLabel = "DIR", description = "A new folder of Parquet files: a row for each file.")
    @Nullable
    String out;

    @Mixin
    ClusterOptions cluster = new ClusterOptions();

    SolveCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Checks.positive("--seconds", seconds);
        Checks.positive("--threads", threads);
        Instance.check(problem.name);
        return cluster.run(console, "solve", threads, this::solve);
    }

    private int solve(SparkSession spark) throws IOException {
        long begin = System.nanoTime();
        Storage storage = new Storage(spark.sparkContext().hadoopConfiguration());
        FileSolver solver = new FileSolver(
                storage, problem.name, problem.reading(), Wishes.limit(seconds, null, exact), threads, seed, exact);
        Dataset<Row> rows =
                tasks(spark, storage.files(files, ProblemOptions::meant)).map(solver, Encoders.row(FileSolver.SCHEMA));
        if (out != null) {
            storage.checkFresh(out);
            rows.write().parquet(out);
            rows = spark.read().schema(FileSolver.SCHEMA).parquet(out);
        }
        List<Row> table = rows.drop("solution").orderBy("name").collectAsList();
        table.forEach(row -> console.out().println(line(row)));
        console.out().flush();
        long proven = table.stream().filter(SolveCommand::proven).count();
        long failed = table.stream().filter(SolveCommand::failed).count();
        console.say(String.format(
                Locale.ROOT,
                "%d files, %d proven, %d with errors, in %s",
                table.size(),
                proven,
                failed,
                Numbers.duration((System.nanoTime() - begin) / 1e9)));
        return failed == 0 ? 0 : 1;
    }

    /** One for each file: what is lost with an executor is the file it is at. */
    private static Dataset<String> tasks(SparkSession spark, List<String> files) {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        return spark.createDataset(context.parallelize(files, files.size()).rdd(), Encoders.STRING());
    }

    private static boolean failed(Row row) {
        return row.<@Nullable String>getAs("error") != null;
    }

    private static boolean proven(Row row) {
        return !failed(row) && row.<Boolean>getAs("proven");
    }

    private static String line(Row row) {
        return failed(row)
                ? row.<String>getAs("error")
                : AnswerText.line(
                        row.getAs("objective"), proven(row) ? "proven" : "", row.getAs("seconds"), row.getAs("name"));
    }
}
