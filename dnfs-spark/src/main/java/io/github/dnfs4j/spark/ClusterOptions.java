package io.github.dnfs4j.spark;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.torch.Torch;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/**
 * Which cluster, and a session on it. What spark-submit or {@code --conf} say goes before what is set here: a loopback
 * address and no web page for a local master, and for another one our jars, the options of our launcher and a core a task.
 */
final class ClusterOptions {
    /** A failure of a task: which one, where, of which Java class, and the reason. */
    private static final Pattern TASK = Pattern.compile(
            "most recent failure: .*? executor [^)]*\\): (?:[\\w.]+(?:Exception|Error): )*(?:dnfs: )?(.*)");

    private static final String MASTER = "spark.master";
    private static final String JARS = "spark.jars";
    private static final String LOOPBACK = "127.0.0.1";

    @Option(
            names = "--master",
            paramLabel = "URL",
            description = "local[N] for N tasks at once on this machine, spark://HOST:PORT, or what else Spark knows"
                    + " (default: that of spark-submit, or local[*]).")
    @Nullable
    String master;

    @Option(
            names = "--conf",
            paramLabel = "KEY=VALUE",
            description = "A setting of Spark, such as spark.executor.memory=4g.")
    Map<String, String> settings = new LinkedHashMap<>();

    /** What is done with a session. */
    interface Work {
        int on(SparkSession spark) throws IOException;
    }

    /** Does it in a session whose tasks have so many cores each; of what failed in a task, that is told, and not where. */
    int run(Console console, String name, int cores, Work work) throws IOException {
        try (SparkSession spark =
                SparkSession.builder().config(prepared(console, name, cores)).getOrCreate()) {
            spark.sparkContext().addSparkListener(new SparkListener() {
                @Override
                public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
                    console.say("dnfs: executor " + removed.executorId() + " is lost, what it was at is done again: "
                            + removed.reason());
                }
            });
            return work.on(spark);
        } catch (Exception e) { // SparkException is checked, and Scala does not say so
            Matcher failure = TASK.matcher(Torch.firstLine(e));
            if (failure.find()) {
                throw new IOException(failure.group(1), e);
            }
            throw e;
        }
    }

    private SparkConf prepared(Console console, String name, int cores) {
        quiet();
        SparkConf conf = new SparkConf().setIfMissing("spark.app.name", "dnfs spark " + name);
        settings.forEach(conf::set);
        if (master != null) {
            conf.setMaster(master);
        }
        conf.setIfMissing(MASTER, "local[*]").setIfMissing("spark.task.cpus", String.valueOf(cores));
        conf.setIfMissing("spark.ui.showConsoleProgress", String.valueOf(console.terminal()));
        if (conf.get(MASTER).matches("local(\\[.*)?")) {
            conf.setIfMissing("spark.ui.enabled", "false")
                    .setIfMissing("spark.driver.host", LOOPBACK)
                    .setIfMissing("spark.driver.bindAddress", LOOPBACK);
        } else {
            executors(conf, cores);
        }
        return conf;
    }

    /** Ours before theirs: the versions of what both bring differ. */
    private static void executors(SparkConf conf, int cores) {
        if (!conf.contains(JARS)) {
            conf.set(JARS, String.join(",", jars())).setIfMissing("spark.executor.userClassPathFirst", "true");
        }
        conf.setIfMissing(
                "spark.executor.extraJavaOptions",
                "-Ddnfs.threads=" + cores + " -Dorg.bytedeco.javacpp.maxPhysicalBytes=0"
                        + " -Dorg.bytedeco.javacpp.maxBytes=0 -Dorg.bytedeco.javacpp.noPointerGC=true");
        for (String name : List.of("OMP_WAIT_POLICY", "MALLOC_ARENA_MAX", "GLIBC_TUNABLES")) {
            String value = System.getenv(name);
            if (value != null) {
                conf.setIfMissing("spark.executorEnv." + name, value);
            }
        }
    }

    /** What this program runs with but Spark, which a cluster has, and the log, which is Spark's there. */
    private static List<String> jars() {
        Path spark = Path.of(SparkContext.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(jar -> !jar.startsWith(spark.resolveSibling("")))
                .filter(jar -> !jar.getFileName().toString().matches("(logback|slf4j)-.*"))
                .map(jar -> jar.toUri().toString())
                .collect(Collectors.toList());
    }

    /** Where the log is that of the command, failures are told in a line, once. */
    private static void quiet() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLogger("org").setLevel(Level.OFF);
        }
    }
}
