package io.github.dnfs4j.spark;

import io.github.dnfs4j.cli.Checks;
import io.github.dnfs4j.cli.ConsoleCommand;
import io.github.dnfs4j.cli.LoadOptions;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.metric.Trust;
import io.github.dnfs4j.metric.Weights;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dnfs spark sample}. */
@Command(
        name = "sample",
        description =
                "Draws states with their weights from a trained model by several tasks, each with a stream of its own.")
final class SampleCommand extends ConsoleCommand {
    @Mixin
    LoadOptions load = new LoadOptions();

    @Option(names = "--count", paramLabel = "N", required = true, description = "How many states.")
    int count;

    @Option(
            names = "--tasks",
            paramLabel = "T",
            required = true,
            description = "How many tasks; the same seed and number of tasks give the same states.")
    int tasks;

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "A new folder of Parquet files.")
    @SuppressWarnings("NullAway.Init")
    String out;

    @Mixin
    ClusterOptions cluster = new ClusterOptions();

    SampleCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Checks.positive("--count", count);
        Checks.positive("--tasks", tasks);
        StateDrawer drawer = StateDrawer.of(load.folder(), load.settings(), count, tasks);
        return cluster.run(console, "sample", 1, spark -> sample(spark, drawer));
    }

    private int sample(SparkSession spark, StateDrawer drawer) throws IOException {
        long begin = System.nanoTime();
        new Storage(spark.sparkContext().hadoopConfiguration()).checkFresh(out);
        List<Integer> numbers = IntStream.range(0, tasks).boxed().toList();
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        Dataset<Integer> each =
                spark.createDataset(context.parallelize(numbers, tasks).rdd(), Encoders.INT());
        each.flatMap(drawer, Encoders.row(StateDrawer.SCHEMA)).write().parquet(out);
        double[] logWeights =
                spark.read().schema(StateDrawer.SCHEMA).parquet(out).select("logWeight").collectAsList().stream()
                        .mapToDouble(row -> row.getDouble(0))
                        .toArray();
        double ess = Weights.ess(logWeights);
        console.out()
                .printf(
                        Locale.ROOT,
                        "ESS    %.4f of %,d%nlog Z  %.6f +- %.6f%n",
                        ess,
                        logWeights.length,
                        Weights.logMean(logWeights),
                        Weights.logMeanStandardError(logWeights));
        console.out().flush();
        console.say("wrote " + Numbers.count(logWeights.length) + " states to " + out + " in "
                + Numbers.duration((System.nanoTime() - begin) / 1e9));
        return console.warn(Trust.few(ess, logWeights.length), Optional.empty());
    }
}
