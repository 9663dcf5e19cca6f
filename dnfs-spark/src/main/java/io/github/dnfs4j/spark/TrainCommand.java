package io.github.dnfs4j.spark;

import io.github.dnfs4j.cli.Checks;
import io.github.dnfs4j.cli.ConsoleCommand;
import io.github.dnfs4j.experiment.terminal.Console;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import scala.reflect.ClassTag$;

/** {@code dnfs spark train}. */
@Command(
        name = "train",
        description =
                "Trains by ranks that are the tasks of a barrier stage; a failed one starts all again, from the last"
                        + " checkpoint.")
final class TrainCommand extends ConsoleCommand {
    @Parameters(
            index = "0..*",
            arity = "1..*",
            paramLabel = "WHAT",
            description = "What dnfs train takes, with --out: a folder that the machine of rank 0 writes.")
    @SuppressWarnings("NullAway.Init")
    List<String> arguments;

    @Option(names = "--processes", paramLabel = "N", required = true, description = "How many ranks.")
    int processes;

    @Option(names = "--threads", description = "Of each rank, and the cores it takes (default: ${DEFAULT-VALUE}).")
    int threads = 1;

    @Mixin
    ClusterOptions cluster = new ClusterOptions();

    TrainCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Checks.positive("--processes", processes);
        Checks.positive("--threads", threads);
        int out = arguments.indexOf("--out") + 1;
        if (out == 0 || out == arguments.size()) {
            throw new IllegalArgumentException("a training on Spark needs --out DIR");
        }
        List<String> line = new ArrayList<>(arguments);
        line.add(0, "train");
        Rank rank = new Rank(line, arguments.get(out));
        return cluster.run(console, "train", threads, spark -> {
            JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
            List<Integer> numbers = IntStream.range(0, processes).boxed().toList();
            RDD<Integer> ranks = context.parallelize(numbers, processes).rdd();
            List<Companion.Ended> all = ranks.barrier()
                    .mapPartitions(rank, false, ClassTag$.MODULE$.apply(Companion.Ended.class))
                    .toJavaRDD()
                    .collect();
            Companion.Ended first = all.get(0);
            console.out().print(first.out());
            console.out().flush();
            if (first.code() != 0) {
                console.say(first.line());
            }
            return first.code();
        });
    }
}
