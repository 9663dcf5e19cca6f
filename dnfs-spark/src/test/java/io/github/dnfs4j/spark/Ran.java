package io.github.dnfs4j.spark;

import io.github.dnfs4j.cli.Main;
import io.github.dnfs4j.experiment.terminal.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The command inside the test's process, and what it printed. */
record Ran(int code, String out, String err) {
    static Ran dnfs(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false);
        int code = Main.run(console, args);
        return new Ran(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** {@code dnfs spark} with two tasks at a time. */
    static Ran spark(String command, String... args) {
        List<String> line = new ArrayList<>(List.of("spark", command, "--master=local[2]"));
        line.addAll(List.of(args));
        return dnfs(line.toArray(String[]::new));
    }

    /** What lies in a folder of Parquet files. */
    static List<Row> rows(Path folder) throws IOException {
        SparkConf conf = new SparkConf()
                .setMaster("local[1]")
                .setAppName("test")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.driver.host", "127.0.0.1");
        try (SparkSession spark = SparkSession.builder().config(conf).getOrCreate()) {
            return spark.read().parquet(folder.toString()).collectAsList();
        }
    }
}
