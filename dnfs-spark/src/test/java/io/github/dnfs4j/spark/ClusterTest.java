package io.github.dnfs4j.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A standalone cluster, a master and two workers, as processes on loopback, and the command as it lies in build/. */
@EnabledOnOs(OS.LINUX)
class ClusterTest {
    private static final Path BUILD = Path.of("..", "build").toAbsolutePath().normalize();
    private static final String LOOPBACK = "127.0.0.1";
    private static final String DEPLOY = "org.apache.spark.deploy.";
    private static final int GRAPHS = 8;
    private static final long PATIENCE = 600; // for a busy machine

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();
    private final List<Process> workers = new ArrayList<>();
    private String master;

    @BeforeEach
    void startACluster() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        master = "spark://" + LOOPBACK + ":" + port;
        daemon("master.Master", "--port", String.valueOf(port));
        for (int k = 0; k < 2; k++) {
            workers.add(daemon("worker.Worker", "--cores", "1", "--memory", "1g", master));
        }
    }

    /** What Spark needs of the jars that lie in build/app: nothing of ours, which executors get from the driver. */
    private static String shared() throws IOException {
        try (Stream<Path> jars = Files.list(BUILD.resolve("app"))) {
            return jars.filter(
                            jar -> jar.getFileName().toString().matches("(jackson|slf4j|commons|protobuf|snakeyaml).*"))
                    .map(Path::toString)
                    .collect(Collectors.joining(":"));
        }
    }

    private Process daemon(String type, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                "-Xmx256m",
                "-cp",
                BUILD + "/spark/jars/*:" + shared(),
                DEPLOY + type,
                "--host",
                LOOPBACK,
                "--webui-port",
                "0"));
        line.addAll(List.of(arguments));
        return java(line);
    }

    private Process java(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(file("out", started.size()).toFile())
                .redirectError(file("err", started.size()).toFile());
        builder.environment()
                .putAll(Map.of(
                        "SPARK_HOME", BUILD.resolve("spark").toString(),
                        "SPARK_DIST_CLASSPATH", shared(),
                        "SPARK_WORKER_DIR", folder.resolve("work").toString(),
                        "SPARK_SCALA_VERSION", "2.13",
                        "SPARK_LOCAL_IP", LOOPBACK));
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private Path file(String kind, int number) {
        return folder.resolve(kind + number);
    }

    @AfterEach
    void nobodyIsLeft() {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void aBatchOutlivesAnExecutor() throws Exception {
        Path graphs = folder.resolve("graphs");
        Ran made = Ran.dnfs("graphs", "generate", "er:700-800:0.15", "--count=" + GRAPHS, "--out=" + graphs);
        assertThat(made.code()).as(made.err()).isZero();
        Path out = folder.resolve("rows");
        int driver = started.size();
        Process command = java(List.of(
                "-cp",
                BUILD + "/app/*:" + BUILD + "/spark/*:" + BUILD + "/spark/jars/*:" + BUILD + "/native/*",
                "io.github.dnfs4j.cli.Main",
                "spark",
                "solve",
                "mis",
                graphs.toString(),
                "--seconds=2",
                "--out=" + out,
                "--master=" + master,
                "--conf=spark.executor.memory=512m"));
        awaitCommitted(out, command, driver);
        ProcessHandle executor = workers.get(0).children().findFirst().orElseThrow();
        assertThat(executor.destroyForcibly()).isTrue();

        assertThat(command.waitFor(PATIENCE, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(file("err", driver));
        assertThat(command.exitValue()).as(said).isZero();
        assertThat(said).contains(GRAPHS + " files").containsPattern("dnfs: executor \\d is lost, ");
        List<Row> rows = Ran.rows(out);
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.<String>getAs("error")).isNull());
        try (Stream<Path> files = Files.list(graphs)) {
            assertThat(rows.stream().map(row -> row.<String>getAs("name")))
                    .containsExactlyInAnyOrderElementsOf(
                            files.map(Path::toString).toList());
        }
        assertThat(Files.readString(file("out", driver)).lines()).hasSize(GRAPHS);
    }

    /** Until the row of some file, but not yet of all, is written. */
    private void awaitCommitted(Path out, Process command, int driver) throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
        while (!Files.isDirectory(out) || committed(out) == 0) {
            assertThat(command.isAlive())
                    .as(Files.readString(file("err", driver)))
                    .isTrue();
            assertThat(System.nanoTime()).isLessThan(until);
            Thread.sleep(50);
        }
        assertThat(committed(out)).isLessThan(GRAPHS);
    }

    private static long committed(Path out) throws IOException {
        try (Stream<Path> all = Files.find(
                out, 3, (path, attributes) -> path.getFileName().toString().startsWith("task_"))) {
            return all.count();
        } catch (java.io.UncheckedIOException movedMeanwhile) {
            return 0;
        }
    }
}
