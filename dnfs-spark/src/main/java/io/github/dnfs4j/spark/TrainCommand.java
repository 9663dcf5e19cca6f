package io.github.dnfs4j.spark;

import io.github.dnfs4j.cli.Checks;
import io.github.dnfs4j.cli.ConsoleCommand;
import io.github.dnfs4j.experiment.terminal.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
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
    private static final String OUT = "--out";

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
        Rank rank = rank();
        return cluster.run(console, "train", threads, spark -> {
            JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
            List<Integer> numbers = IntStream.range(0, processes).boxed().toList();
            RDD<Integer> ranks = context.parallelize(numbers, processes).rdd();
            // Spark tries a barrier stage again unless it is the last: so another one follows.
            Companion.Ended first = ranks.barrier()
                    .mapPartitions(rank, false, ClassTag$.MODULE$.apply(Companion.Ended.class))
                    .toJavaRDD()
                    .repartition(1)
                    .first();
            console.out().print(first.out());
            console.out().flush();
            if (first.code() != 0) {
                console.say(first.line());
            }
            return first.code();
        });
    }

    /** What each does, wherever an executor works: the folder has its whole name. */
    private Rank rank() {
        List<String> line = new ArrayList<>(List.of("train"));
        String out = null;
        for (Iterator<String> words = arguments.iterator(); words.hasNext(); ) {
            String word = words.next();
            if (word.startsWith(OUT + "=") || word.equals(OUT) && words.hasNext()) {
                String folder = word.equals(OUT) ? words.next() : word.substring(OUT.length() + 1);
                out = Path.of(folder).toAbsolutePath().toString();
            } else {
                line.add(word);
            }
        }
        if (out == null) {
            throw new IllegalArgumentException("a training on Spark needs --out DIR");
        }
        line.addAll(List.of(OUT, out));
        return new Rank(line, out);
    }
}
